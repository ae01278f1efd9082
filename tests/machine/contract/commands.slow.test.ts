import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { add, drop, few, planted, rename, set, type Change, type Contract } from './planted.js';

interface Files {
  released(): Contract;
}
interface Database {
  readonly database: object;
  readonly locks: readonly string[];
}
interface Run {
  readonly now: Contract & Database;
  readonly files: Files;
  readonly today: string;
  readonly print: (line: string) => void;
}
const folder = new URL('../../../workshop/contract/', import.meta.url).href;
// The casts are safe: the scripts have no types, but export these.
const { runContract } = (await import(`${folder}commands.mjs`)) as { runContract: (verb: string, run: Run) => Promise<number> };
const { ContractFiles } = (await import(`${folder}files.mjs`)) as { ContractFiles: new (root: string) => Files };

const REQUIRED = 'POST /leads: the field email has become required';
const NEW = 'GET /leads/{id}: has the new answer 205';
const breaking = add('openapi > components > schemas > CreateLeadInput > required', 'email');
const adding = set('openapi > paths > /leads/{id} > get > responses > 205', {});
const version = (number: string): Change => set('openapi > info > version', number);
const CHANGELOG = '# Changelog\n\nWords.\n\n## Unreleased\n\n## 1.0.0 (2026-11-23)\n\nThe first one.\n';

/** A database of one table. */
const DATABASE = {
  ...{ functions: [], triggers: [], sequences: [], extensions: [], worker: [], migrations: {} },
  tables: { leads: { columns: {}, checks: {}, foreignKeys: {}, indexes: {} } },
};
const GONE = 'database: the table leads has gone away';
const LOCK = 'database: the migration Sources1999000000000 locks the table leads';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'shop-operations-contract-'));
  await mkdir(join(root, 'workshop/contract'), { recursive: true });
  for (const [part, value] of Object.entries(few)) await write(`workshop/contract/${part}.json`, value);
  await write('workshop/contract/database.json', DATABASE);
  await write('workshop/contract/accepted.json', []);
  await write('package.json', { version: '1.0.0' });
  await writeFile(join(root, 'CHANGELOG.md'), CHANGELOG);
});
afterEach(() => rm(root, { recursive: true }));

const write = (file: string, value: unknown): Promise<void> => writeFile(join(root, file), JSON.stringify(value));
const read = (file: string): Promise<string> => readFile(join(root, file), 'utf8');
const json = async (file: string): Promise<unknown> => JSON.parse(await read(file));

function run(verb: string, ...changes: Change[]): Promise<{ code: number; output: string }> {
  return runOn({ database: DATABASE, locks: [] }, verb, ...changes);
}

async function runOn(database: Database, verb: string, ...changes: Change[]): Promise<{ code: number; output: string }> {
  const printed: string[] = [];
  const now = { ...planted(few, changes), ...database };
  const code = await runContract(verb, {
    now,
    files: new ContractFiles(root),
    today: '2026-12-01',
    print: (line) => printed.push(line),
  });
  return { code, output: printed.join('\n') };
}

describe('the comparison', () => {
  it('says that nothing has changed', async () => {
    expect(await run('compare')).toEqual({ code: 0, output: 'The contract is that of 1.0.0.' });
  });

  it('prints compatible changes, and passes', async () => {
    expect(await run('compare', adding)).toEqual({
      code: 0,
      output: `Compatible changes since 1.0.0, for the changelog:\n  ${NEW}`,
    });
    expect(await read('CHANGELOG.md')).toBe(CHANGELOG);
  });

  it('refuses a break, each in one line', async () => {
    const { code, output } = await run('compare', breaking, adding, drop('tools > tasks.list'));
    expect(code).toBe(1);
    expect(output).toContain(`BREAKS since 1.0.0:\n  ${REQUIRED}\n  tool tasks.list: the tool has gone away\n`);
    expect(output).toContain(NEW);
  });

  it('passes a break that is accepted with its reason', async () => {
    await write('workshop/contract/accepted.json', [{ break: REQUIRED, reason: 'Nobody sends a lead without it.' }]);
    expect(await run('compare', breaking)).toEqual({ code: 0, output: `Accepted breaks since 1.0.0:\n  ${REQUIRED}` });
    expect((await run('compare', breaking, drop('tools > tasks.list'))).code).toBe(1);
  });

  it.each([
    ['nothing breaks like this', [{ break: NEW, reason: 'None.' }], [adding], `nothing breaks like this: ${NEW}`],
    ['has no reason', [{ break: REQUIRED, reason: ' ' }], [breaking], `a break is accepted without a reason: ${REQUIRED}`],
  ])('refuses an accepted break that %s', async (_, accepted, changes, words) => {
    await write('workshop/contract/accepted.json', accepted);
    const { code, output } = await run('compare', ...changes);
    expect(code).toBe(1);
    expect(output).toContain(`workshop/contract/accepted.json is wrong:\n  ${words}`);
  });
});

describe('what the version before cannot run beside', () => {
  const broken = { database: { ...DATABASE, tables: {} }, locks: [LOCK] };
  const reason = 'Nobody has used it since 0.9.';

  it('is refused, and the way is named', async () => {
    const { code, output } = await runOn(broken, 'compare');
    expect(code).toBe(1);
    expect(output).toContain(`BREAKS since 1.0.0:\n  ${GONE}\n  ${LOCK}\nThe previous version runs beside this one`);
    expect((await run('compare', breaking)).output).not.toContain('The previous version');
  });

  it('can be accepted with its reason, and then needs no higher version than a change without', async () => {
    await write(
      'workshop/contract/accepted.json',
      [GONE, LOCK].map((line) => ({ break: line, reason })),
    );
    await write('package.json', { version: '1.0.1' });
    expect(await runOn(broken, 'release', version('1.0.1'))).toMatchObject({ code: 0 });
    const lines = `## 1.0.1 (2026-12-01)\n\n### Database\n\n- ${GONE}. ${reason}\n- ${LOCK}. ${reason}\n\n## 1.0.0`;
    expect(await read('CHANGELOG.md')).toContain(lines);
    expect(await json('workshop/contract/database.json')).toEqual(broken.database);
  });
});

describe('the changelog', () => {
  const section = async (): Promise<string> =>
    /(?<=## Unreleased\n)[\s\S]*(?=\n## 1\.0\.0)/.exec(await read('CHANGELOG.md'))?.[0] ?? '';

  it('gets the lines of the changes, and no line twice', async () => {
    await write('workshop/contract/accepted.json', [{ break: REQUIRED, reason: 'Nobody sends a lead without it.' }]);
    for (let times = 0; times < 2; times += 1) {
      await run('changelog', breaking, adding);
      const lists = `\n### Breaking\n\n- ${REQUIRED}. Nobody sends a lead without it.\n\n### Compatible\n\n- ${NEW}\n`;
      expect(await section()).toBe(lists);
    }
    await write('workshop/contract/accepted.json', []);
    await run('changelog');
    expect(await read('CHANGELOG.md')).toBe(CHANGELOG);
  });

  it('names the migrations that the last release did not have', async () => {
    const database = { ...DATABASE, migrations: { Sources1999000000000: 'abc' } };
    await runOn({ database, locks: [] }, 'changelog');
    expect(await section()).toBe('\n### Migrations\n\n- Sources1999000000000\n');
  });

  it('keeps what people have written', async () => {
    await writeFile(join(root, 'CHANGELOG.md'), CHANGELOG.replace('## Unreleased\n', '## Unreleased\n\nFaster lists.\n'));
    await run('changelog', adding);
    expect(await section()).toBe(`\nFaster lists.\n\n### Compatible\n\n- ${NEW}\n`);
  });

  it('is not written while a break is refused', async () => {
    expect((await run('changelog', breaking, adding)).code).toBe(1);
    expect(await read('CHANGELOG.md')).toBe(CHANGELOG);
  });
});

describe('a release', () => {
  it('makes the contract the released one, and gives the lines a version and a date', async () => {
    await write('package.json', { version: '1.1.0' });
    const now = [adding, version('1.1.0')];
    expect((await run('release', ...now)).code).toBe(0);
    const lines = `## Unreleased\n\n## 1.1.0 (2026-12-01)\n\n### Compatible\n\n- ${NEW}\n\n## 1.0.0`;
    expect(await read('CHANGELOG.md')).toBe(CHANGELOG.replace('## Unreleased\n\n## 1.0.0', lines));
    expect(await json('workshop/contract/openapi.json')).toEqual(planted(few, now).openapi);
    expect(await run('compare', ...now)).toEqual({ code: 0, output: 'The contract is that of 1.1.0.' });
  });

  it('with an accepted break empties the list of these', async () => {
    await write('package.json', { version: '2.0.0' });
    await write('workshop/contract/accepted.json', [{ break: REQUIRED, reason: 'Nobody sends a lead without it.' }]);
    expect((await run('release', breaking, version('2.0.0'))).code).toBe(0);
    expect(await json('workshop/contract/accepted.json')).toEqual([]);
    expect(await run('compare', breaking, version('2.0.0'))).toMatchObject({ code: 0 });
  });

  it('may change nothing of the contract', async () => {
    await write('package.json', { version: '1.0.1' });
    expect((await run('release', version('1.0.1'))).code).toBe(0);
    expect(await read('CHANGELOG.md')).toContain('## 1.0.1 (2026-12-01)\n\nNo change of the contract.\n\n## 1.0.0');
  });

  it.each([
    ['a break', '1.9.0', '2.0.0', [breaking], [{ break: REQUIRED, reason: 'So.' }]],
    ['an addition', '1.0.7', '1.1.0', [adding], []],
    ['any change', '1.0.0', '1.0.1', [], []],
  ])('with %s needs a higher version than %s', async (_, given, least, changes, accepted) => {
    await write('package.json', { version: given });
    await write('workshop/contract/accepted.json', accepted);
    const { code, output } = await run('release', ...changes, version(given));
    expect(code).toBe(1);
    expect(output).toContain(`${given} is too low: after these changes the version is ${least} or higher`);
    expect(await read('CHANGELOG.md')).toBe(CHANGELOG);
  });

  it('needs the version in the document, too', async () => {
    await write('package.json', { version: '1.1.0' });
    expect((await run('release', rename('tools > tasks.list', 'tasks.find'), version('1.1.0'))).code).toBe(1);
    expect((await run('release', adding)).output).toContain('the document says version 1.0.0, and package.json says 1.1.0');
    expect(await json('workshop/contract/openapi.json')).toEqual(few.openapi);
  });
});
