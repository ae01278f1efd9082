import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type * as DataSources from '../../adapters/areas/data-source.js';
import type * as Migrations from '../../infrastructure/database/migrations.js';
import { cloneDatabase, type TestDatabase } from './postgres.js';

const COPIED = [
  'domain',
  'application',
  'adapters',
  'infrastructure',
  'bin',
  'workshop',
  'tests',
  'docs',
  'client',
  'package.json',
  'package-lock.json',
  '.swcrc',
  'ormconfig.ts',
  'tsconfig.json',
  '.prettierrc.json',
  '.oxlintrc.json',
];
const COMPILER = join(process.cwd(), 'node_modules/typescript-native/bin/tsc');
const LINTER = join(process.cwd(), 'node_modules/oxlint/bin/oxlint');
const FORMATTER = join(process.cwd(), 'node_modules/prettier/bin/prettier.cjs');

/** A part of a guide that the test carries out or compares. */
export interface Step {
  readonly page: string;
  /**
   * - `command`: a command that writes code
   * - `ts file=` and `diff file=`: a file that the reader adds, and a change that the reader makes
   * - `ts wrote=` and `diff wrote=`: what a command of the page has written, as the page shows it
   */
  readonly kind: 'command' | 'ts file' | 'diff file' | 'ts wrote' | 'diff wrote';
  readonly file: string;
  readonly lines: readonly string[];
}

/** A copy of the source tree, in which commands of the scaffold were run, or the steps of some pages of the guides were followed. */
export class WrittenTree {
  private template: TestDatabase | null = null;
  /** The files that commands and steps have written or changed. */
  private readonly files = new Set<string>();
  /** The files that a page shows otherwise than the command has written them. */
  readonly differences: string[] = [];

  private constructor(readonly folder: string) {}

  static async copy(): Promise<WrittenTree> {
    const tree = await mkdtemp(join(tmpdir(), 'shop-operations-guide-'));
    for (const part of COPIED) await cp(part, join(tree, part), { recursive: true });
    await symlink(join(process.cwd(), 'node_modules'), join(tree, 'node_modules'));
    return new WrittenTree(tree);
  }

  /** The written files of TypeScript. */
  get sources(): string[] {
    return [...this.files].filter((file) => file.endsWith('.ts'));
  }

  async follow(steps: readonly Step[]): Promise<void> {
    for (const step of steps) await this.take(step);
  }

  /** Runs a command of the scaffold, as it stands in a guide. @returns what it has printed */
  async run(command: string): Promise<string> {
    const script = command.replace('npm run new --', `'${process.execPath}' bin/new.mjs`);
    const { stdout } = await promisify(execFile)('sh', ['-c', script], { cwd: this.folder });
    for (const [, file = ''] of stdout.matchAll(/^(?:wrote {2}|changed) (\S+)$/gm)) this.files.add(file);
    return stdout;
  }

  async load<Module>(file: string): Promise<Module> {
    return (await import(pathToFileURL(join(this.folder, file)).href)) as Module; // the caller names the type of what it loads
  }

  /** Returns the compiler's errors in the written files. */
  async complaints(): Promise<string[]> {
    const files = this.sources;
    await writeFile(join(this.folder, 'tsconfig.guide.json'), JSON.stringify({ extends: './tsconfig.json', files, include: [] }));
    const output = await this.output(COMPILER, '-p', 'tsconfig.guide.json');
    return output.split('\n').filter((line) => files.some((file) => line.startsWith(file)));
  }

  /** Returns the names of the written files that the formatter would write in another way. */
  formatting(): Promise<string> {
    return this.output(FORMATTER, '--list-different', ...this.sources);
  }

  /** Returns what the linter says about the written files. */
  linting(): Promise<string> {
    return this.output(LINTER, '--format', 'unix', ...this.sources);
  }

  /**
   * Makes a database with the written tables. The databases of this test file that are created after this call are copies
   * of it.
   */
  async migrate(): Promise<void> {
    const { openDataSource } = await this.load<typeof DataSources>('adapters/areas/data-source.ts');
    const { migrateUp } = await this.load<typeof Migrations>('infrastructure/database/migrations.ts');
    this.template = await cloneDatabase();
    const dataSource = await openDataSource({ url: this.template.url, poolSize: 2, ssl: false });
    await migrateUp(dataSource);
    await dataSource.destroy();
    process.env['SHOP_TEST_TEMPLATE'] = new URL(this.template.url).pathname.slice(1);
  }

  async remove(): Promise<void> {
    await this.template?.drop();
    await rm(this.folder, { recursive: true, force: true });
  }

  /**
   * Runs a program on the copied tree, and returns its output. If the program finds something, it fails, but its output is still
   * returned.
   */
  private async output(program: string, ...args: readonly string[]): Promise<string> {
    const ran = promisify(execFile)(process.execPath, [program, ...args], { cwd: this.folder });
    const { stdout, stderr } = await ran.catch((error: unknown) => error as { stdout: string; stderr: string });
    return stdout + stderr;
  }

  private async take({ kind, file, lines }: Step): Promise<void> {
    if (kind === 'command') {
      await this.run(lines.join('\n'));
      return;
    }
    const name = await this.existing(file);
    const path = join(this.folder, name);
    if (kind === 'ts wrote' || kind === 'diff wrote') return this.compare(name, kind, lines, await readFile(path, 'utf8'));
    this.files.add(name);
    if (kind === 'diff file') return writeFile(path, patched(await readFile(path, 'utf8'), lines));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `${lines.join('\n')}\n`, { flag: 'wx' });
  }

  /**
   * Notes what the page shows otherwise. A page may show a part of a file, and a part of a line beside a `…`, so that it does not
   * depend on what else there is. It names the time of a migration `<time>`.
   */
  private compare(file: string, kind: Step['kind'], lines: readonly string[], text: string): void {
    const written = text.replaceAll(/\b\d{13}\b|(?<=[a-z])\d{13}\b/g, '<time>');
    const shown = kind === 'ts wrote' ? [lines] : addedParts(lines);
    for (const part of shown.map((some) => some.join('\n'))) {
      if (!hasInOrder(written, part.split('…'))) this.differences.push(`${file}: ${part}`);
    }
  }

  /** Returns the name of a file. For a name with `<time>`, it is that of the file that was written with a time. */
  private async existing(file: string): Promise<string> {
    const [, end] = file.split('<time>');
    if (end === undefined) return file;
    const names = await readdir(join(this.folder, dirname(file)));
    return join(dirname(file), names.find((name) => /^\d{13}-/.test(name) && name.endsWith(end)) ?? file);
  }
}

function hasInOrder(text: string, pieces: readonly string[]): boolean {
  let end = 0;
  return pieces.every((piece) => {
    const place = text.indexOf(piece, end);
    end = place + piece.length;
    return place !== -1;
  });
}

/** Returns the steps of a page. A command is a block of `sh` that begins with `npm run new`. */
export async function stepsIn(page: string): Promise<Step[]> {
  const blocks = [
    ...(await readFile(page, 'utf8')).matchAll(/^```(sh|(?:ts|diff) (?:file|wrote))(?:=(\S+))?\n([\s\S]*?)^```$/gm),
  ];
  return blocks.flatMap(([, kind = '', file = '', text = '']) => {
    if (kind === 'sh' && !text.startsWith('npm run new')) return [];
    // The cast is safe: the expression has found one of these kinds.
    return [{ page, kind: (kind === 'sh' ? 'command' : kind) as Step['kind'], file, lines: text.trimEnd().split('\n') }];
  });
}

/** The added lines of a diff, in parts that stand together, each with the line before it unless that line goes away. */
function addedParts(lines: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('+')) continue;
    const before = lines[index - 1] ?? '';
    if (before.startsWith('+')) parts.at(-1)?.push(line.slice(1));
    else parts.push([...(before.startsWith(' ') ? [before.slice(1)] : []), line.slice(1)]);
  }
  return parts;
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
