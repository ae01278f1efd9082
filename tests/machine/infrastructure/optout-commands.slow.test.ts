import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { TextingBlocks } from '../../../application/areas/texting/texting-blocks.js';
import { NO_CAUSE } from '../../../application/kernel/events/cause.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { command, expectRefusal, run, type Ran } from '../../support/command-line.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

// The limit is high, because one command runs in a process of its own, which takes long on a busy machine.
jest.setTimeout(120_000);

let service: TestService;
let shop: TestShop;
let folder: string;

beforeAll(async () => {
  service = await sharedTestService();
  folder = await mkdtemp(join(tmpdir(), 'optouts-test-'));
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const settings = (): Record<string, string> => ({
  DATABASE_URL: service.databaseUrl,
  SIGNING_KEYS: 'a-signing-key-of-the-tests',
  DATA_DIR: folder,
});
const cli = (...args: string[]): Promise<Ran> => command(settings(), 'optouts', ...args, '--shop', shop.id);

async function fileOf(name: string, ...lines: readonly string[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `${lines.join('\n')}\n`);
  return path;
}

async function listed(): Promise<{ number: string; source: string }[]> {
  return (await cli('list', '--json')).document as { number: string; source: string }[];
}

const errorsIn = async (path: string): Promise<unknown[]> =>
  (await readFile(path, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

test('a file of numbers is blocked, and a second time nothing changes', async () => {
  const path = await fileOf('twice.csv', 'number,name', '(613) 555-0142,Dana', '+44 20 7946 0018,', '613 555 0142,Dana again');
  expect(await cli('import', path, '--json')).toMatchObject({
    exitCode: 0,
    document: { kind: 'optouts', read: 3, created: 2, updated: 0, unchanged: 1, skipped: 0, errors_file: null },
  });
  expect((await cli('import', path, '--json')).document).toMatchObject({ created: 0, unchanged: 3 });
  expect((await listed()).map(({ number, source }) => [number, source])).toEqual([
    ['+16135550142', 'import'],
    ['+442079460018', 'import'],
  ]);
  const told = await service.sql(`select type, data ->> 'kind' as kind from outbox where shop_id = $1`, [shop.id]);
  expect(new Set(told.map((event) => JSON.stringify(event)))).toEqual(new Set(['{"type":"records.imported","kind":"optouts"}']));
});

test('wrong lines are skipped and explained with their line', async () => {
  const path = await fileOf('wrong.ndjson', '{"number":"613 555 0142"}', '{"number":"call me"}', '{"number":', '{"number":" "}');
  const ran = await cli('import', path, '--json');
  expect(ran).toMatchObject({ exitCode: 3, document: { read: 4, created: 1, skipped: 3, errors_file: `${path}.errors.ndjson` } });
  expect(await errorsIn(`${path}.errors.ndjson`)).toEqual([
    { line: 2, column: 'number', value: 'call me', reason: 'is not a phone number' },
    { line: 3, column: null, value: '{"number":', reason: 'is not valid JSON' },
    { line: 4, column: 'number', value: null, reason: 'number is required' },
  ]);
});

test('numbers come from standard input, too', async () => {
  const errors = join(folder, 'input.ndjson');
  const shell = `printf 'number\\n613 555 0142\\nno\\n' | "$0" bin/shop-ops.mjs optouts import - --shop ${shop.id} --errors '${errors}' --json`;
  const ran = await run('sh', ['-c', shell, process.execPath], settings());
  expect(ran).toMatchObject({ exitCode: 3, document: { read: 2, created: 1, skipped: 1, errors_file: errors } });
  expect(await errorsIn(errors)).toMatchObject([{ line: 3, value: 'no' }]);
  expect(await listed()).toMatchObject([{ number: '+16135550142' }]);
});

test('a block by others stays as it is, and is listed with its line and note', async () => {
  const number = '+16135550142' as E164; // a number in E.164 is what the brand stands for
  const block = { number, source: 'stop', line: '+16135550100' as E164, note: 'in person' } as const;
  await service.container.get(TextingBlocks).block(shop.id, block, NO_CAUSE);
  const since = service.clock.now();
  await cli('import', await fileOf('known.csv', 'number', number));
  expect(await listed()).toEqual([{ ...block, since }]);
  const { stdout } = await cli('list');
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['NUMBER', 'SOURCE', 'SINCE', 'LINE', 'NOTE'],
    [number, 'stop', since, '+16135550100', 'in person'],
    [''],
  ]);
});

test('an empty list says so', async () => {
  expect(await cli('list')).toMatchObject({ exitCode: 0, stdout: 'No number is blocked.\n' });
});

test('an unknown shop, an unknown format, and a file without numbers are refused', async () => {
  const path = await fileOf('none.csv', 'phone', '613 555 0142');
  const unknown = await command(settings(), 'optouts', 'import', path, '--shop', randomUUID(), '--json');
  expectRefusal(unknown, 1, 'shop not found');
  expectRefusal(await cli('import', path, '--json'), 1, 'none.csv cannot be imported: its header has none of the columns number');
  expectRefusal(await cli('import', join(folder, 'nowhere.csv'), '--json'), 1, 'nowhere.csv does not exist');
  expectRefusal(await cli('import', join(folder, 'numbers.txt'), '--json'), 2, '--format csv or ndjson is needed');
});
