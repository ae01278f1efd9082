import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { PLAIN, SCRIPT } from './planted-code.js';
import { TYPED } from './planted-types.js';

const OXLINT = resolve('node_modules/oxlint/bin/oxlint');
const FOLDERS = ['adapters', 'application', 'bin', 'domain', 'infrastructure', 'ormconfig.ts', 'tests', 'workshop'];

/** Each case is the path of a file, its content, and the rules that the file breaks. A rule of two words has its plugin's name. */
type Planted = readonly [file: string, source: string, ...broken: string[]];

const OF_PLACES: readonly Planted[] = [
  ['domain/plain.ts', 'export const plain = (at: number) => new Date(at);'],
  ['domain/date.ts', 'export const a = () => new Date();', 'no-restricted-syntax'],
  ['application/date.ts', 'export const a = () => Date();', 'no-restricted-syntax'],
  ['domain/barrel.ts', `export * as all from './plain.js';`, 'no-restricted-syntax'],
  ['application/now.ts', 'export const a = () => Date.now();', 'no-restricted-properties'],
  ['application/lap.ts', 'export const a = () => performance.now();', 'no-restricted-properties'],
  ['domain/dice.ts', 'export const a = () => Math.random();', 'no-restricted-properties'],
  ['domain/id.ts', 'export const a = () => crypto.randomUUID();', 'no-restricted-properties'],
  ['domain/setting.ts', `export const a = process.env['A'];`, 'no-restricted-properties'],
  ['adapters/now.ts', 'export const a = () => [Date.now(), Math.random(), new Date()];'],
  ['adapters/setting.ts', 'const { env } = process; export { env };', 'no-restricted-properties'],
  ['adapters/settings.ts', `import process from 'process'; export const a = process.pid;`, 'no-restricted-imports'],
  ['infrastructure/main.ts', `export const a = process.env['A'];`],
  ['adapters/other-name.ts', 'const a = 1; export { a as default };', 'no-default-export'],
  ['ormconfig.ts', 'export default 1;'],
  ['adapters/unused.ts', '// oxlint-disable-next-line no-console\nexport const a = 1;', 'Unused oxlint-disable directive'],

  ['adapters/PascalCase.ts', 'export const a = 1;', 'filename-case'],
  ['adapters/snake_case.ts', 'export const a = 1;', 'filename-case'],
  ['tests/camelCase.test.ts', 'export const a = 1;', 'filename-case'],
  ['adapters/migrations/1763800000000-long.ts', `export const a = [\n${'  1,\n'.repeat(250)}];`],
  ['tests/any.test.ts', `export const a = () => JSON.parse('1').b.c();`],
  ['tests/long.test.ts', `export const a = [\n${'  1,\n'.repeat(250)}];`, 'max-lines'],
  ['bin/says.mjs', 'console.log(1);', 'no-console'],
  ['workshop/drills/says.mjs', 'console.log(1);'],
];

const inFiles = (rules: Readonly<Record<string, string>>, folder: string, ending: string): Planted[] =>
  Object.entries(rules).map(([rule, source]) => [
    `${folder}/${rule.replace('/', '-')}${ending}`,
    `${source}\nexport {};\n`,
    wordOf(rule),
  ]);

/** The report names a rule without its plugin. */
const wordOf = (rule: string): string => rule.slice(rule.indexOf('/') + 1);

const PLANTED: readonly Planted[] = [
  ...OF_PLACES,
  ['adapters/plain/plain.ts', 'export interface Plain { b: number }\nexport const plain = 1;\n'],
  ...inFiles(PLAIN, 'adapters/plain', '.ts'),
  ...inFiles(SCRIPT, 'adapters/script', '.mjs'),
  ...inFiles(TYPED, 'adapters/typed', '.ts'),
];

interface Settings {
  readonly rules: Readonly<Record<string, unknown>>;
  readonly overrides: readonly { readonly rules: Readonly<Record<string, unknown>> }[];
}

// `npm run lint` applies these rules to the source. This file tests the rules themselves.
describe('the rules of the code', () => {
  let tree: string;

  beforeAll(async () => {
    tree = await realpath(await mkdtemp(join(tmpdir(), 'planted-')));
    await cp(resolve('.oxlintrc.json'), join(tree, '.oxlintrc.json'));
    const compiled = { extends: resolve('tsconfig.json'), files: [], include: FOLDERS };
    await writeFile(join(tree, 'tsconfig.json'), JSON.stringify(compiled));
    await symlink(resolve('node_modules'), join(tree, 'node_modules'));
    for (const [file, source] of PLANTED) {
      await mkdir(dirname(join(tree, file)), { recursive: true });
      await writeFile(join(tree, file), source);
    }
  });

  afterAll(() => rm(tree, { recursive: true, force: true }));

  it('find every planted violation, and nothing in the code beside them', async () => {
    const found = await lint(tree);
    const missed = PLANTED.flatMap(([file, , ...broken]) =>
      broken.filter((rule) => !found.get(file)?.has(rule)).map((rule) => `${file}: ${rule}`),
    );
    expect(missed).toEqual([]);
    expect(OF_PLACES.filter(([file, , ...broken]) => (found.get(file)?.size ?? 0) !== broken.length)).toEqual([]);
  });

  it('all have a planted violation', async () => {
    const { rules, overrides } = JSON.parse(await oxlint(tree, '--print-config')) as Settings;
    const chosen = [rules, ...overrides.map((one) => one.rules)].flatMap(Object.keys).map(wordOf);
    const tried = new Set(PLANTED.flatMap(([, , ...broken]) => broken));
    expect(chosen.length).toBeGreaterThan(150);
    expect(chosen.filter((rule) => !tried.has(rule))).toEqual([]);
  });
});

interface Report {
  readonly diagnostics: readonly { readonly code?: string; readonly message: string; readonly filename: string }[];
}

/** @returns the names of the rules that each file breaks */
async function lint(cwd: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { diagnostics } = JSON.parse(await oxlint(cwd, '--format', 'json', ...FOLDERS)) as Report;
  const found = new Map<string, Set<string>>();
  for (const { code, message, filename } of diagnostics) {
    const rule = code ? /\((.*)\)/.exec(code)?.[1] : message.replace(/ \(.*/, ''); // a directive that does nothing has no rule
    found.set(filename, (found.get(filename) ?? new Set()).add(rule ?? ''));
  }
  return found;
}

/** A run that finds something fails, but its output is still returned. */
async function oxlint(cwd: string, ...args: readonly string[]): Promise<string> {
  const ran = promisify(execFile)(process.execPath, [OXLINT, ...args], { cwd, maxBuffer: 64 * 1024 * 1024 });
  const { stdout } = await ran.catch((error: unknown) => error as { stdout: string }); // execFile's error has the output
  return stdout;
}
