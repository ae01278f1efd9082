import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type * as DataSources from '../../adapters/persistence/schema/data-source.js';
import type * as Migrations from '../../infrastructure/database/migrations.js';
import { cloneDatabase, type TestDatabase } from './postgres.js';

const COPIED = [
  'domain',
  'application',
  'adapters',
  'infrastructure',
  'tests',
  'package.json',
  'tsconfig.json',
  '.prettierrc.json',
];
const COMPILER = join(process.cwd(), 'node_modules/typescript-native/bin/tsc');
const FORMATTER = join(process.cwd(), 'node_modules/prettier/bin/prettier.cjs');

/** A block of code of a guide that names a file: `ts` is a new file, `diff` changes an existing one. */
export interface Step {
  readonly page: string;
  readonly kind: string;
  readonly file: string;
  readonly lines: readonly string[];
}

/** A copy of the source tree, in which the changes of some pages of the guides are made. */
export class FollowedGuides {
  private template: TestDatabase | null = null;

  private constructor(
    private readonly steps: readonly Step[],
    private readonly tree: string,
  ) {}

  static async of(...pages: readonly string[]): Promise<FollowedGuides> {
    const tree = await mkdtemp(join(tmpdir(), 'shop-operations-guide-'));
    for (const part of COPIED) await cp(part, join(tree, part), { recursive: true });
    await symlink(join(process.cwd(), 'node_modules'), join(tree, 'node_modules'));
    const steps = (await Promise.all(pages.map(stepsIn))).flat();
    const guides = new FollowedGuides(steps, tree);
    for (const step of steps) await guides.follow(step);
    return guides;
  }

  stepsOf(page: string): readonly Step[] {
    return this.steps.filter((step) => step.page === page);
  }

  async load<Module>(file: string): Promise<Module> {
    return (await import(pathToFileURL(join(this.tree, file)).href)) as Module; // the caller names the type of what it loads
  }

  /** Returns the compiler's errors in the files of the guides. */
  async complaints(): Promise<string[]> {
    const { files } = this;
    await writeFile(join(this.tree, 'tsconfig.guide.json'), JSON.stringify({ extends: './tsconfig.json', files, include: [] }));
    const output = await this.output(COMPILER, '-p', 'tsconfig.guide.json');
    return output.split('\n').filter((line) => files.some((file) => line.startsWith(file)));
  }

  /** Returns the names of the guides' files that the formatter would write in another way. */
  formatting(): Promise<string> {
    return this.output(FORMATTER, '--list-different', ...this.files);
  }

  /**
   * Makes a database with the tables of the guides. The databases of this test file that are created after this call are copies
   * of it.
   */
  async migrate(): Promise<void> {
    const { openDataSource } = await this.load<typeof DataSources>('adapters/persistence/schema/data-source.ts');
    const { migrateUp } = await this.load<typeof Migrations>('infrastructure/database/migrations.ts');
    this.template = await cloneDatabase();
    const dataSource = await openDataSource({ url: this.template.url, poolSize: 2, ssl: false });
    await migrateUp(dataSource);
    await dataSource.destroy();
    process.env['SHOP_TEST_TEMPLATE'] = new URL(this.template.url).pathname.slice(1);
  }

  async remove(): Promise<void> {
    await this.template?.drop();
    await rm(this.tree, { recursive: true, force: true });
  }

  /** The files that the guides create or change. */
  private get files(): string[] {
    return [...new Set(this.steps.map(({ file }) => file))];
  }

  /**
   * Runs a program on the copied tree, and returns its output. If the program finds something, it fails, but its output is still
   * returned.
   */
  private async output(program: string, ...args: readonly string[]): Promise<string> {
    const ran = promisify(execFile)(process.execPath, [program, ...args], { cwd: this.tree });
    const { stdout, stderr } = await ran.catch((error: unknown) => error as { stdout: string; stderr: string });
    return stdout + stderr;
  }

  private async follow({ kind, file, lines }: Step): Promise<void> {
    const path = join(this.tree, file);
    if (kind === 'diff') return writeFile(path, patched(await readFile(path, 'utf8'), lines));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `${lines.join('\n')}\n`, { flag: 'wx' });
  }
}

async function stepsIn(page: string): Promise<Step[]> {
  const blocks = [...(await readFile(page, 'utf8')).matchAll(/^```(\w+) file=(\S+)\n([\s\S]*?)^```$/gm)];
  return blocks.map(([, kind = '', file = '', text = '']) => ({ page, kind, file, lines: text.trimEnd().split('\n') }));
}

/**
 * Applies a diff to a text: each added line is inserted below the line that comes before it in the diff. That earlier line stays,
 * unless it begins with a minus.
 */
function patched(text: string, lines: readonly string[]): string {
  expect(lines[0]).toMatch(/^[ -]/);
  let result = text;
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('+')) continue;
    const below = lines.slice(index + 1);
    const end = below.findIndex((other) => !other.startsWith('+'));
    const added = below.slice(0, end === -1 ? below.length : end).map((one) => `${one.slice(1)}\n`);
    const context = `${line.slice(1)}\n`;
    expect({ context, places: result.split(context).length - 1 }).toEqual({ context, places: 1 });
    result = result.replace(context, () => (line.startsWith('-') ? '' : context) + added.join(''));
  }
  return result;
}
