import { randomUUID } from 'node:crypto';
import { access, readFile, stat } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { command, expectRefusal, type Ran } from '../../support/command-line.js';
import { ImportFiles } from '../../support/import-files.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
let files: ImportFiles;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
  files = await ImportFiles.open();
});

afterAll(async () => {
  await service.stop();
  await files.close();
});

function settings(): Record<string, string> {
  return { DATABASE_URL: service.databaseUrl, SIGNING_KEYS: 'a-signing-key-of-the-tests', DATA_DIR: files.folder };
}

function cli(...args: string[]): Promise<Ran> {
  return command(settings(), ...args);
}

function bring(kind: string, path: string, ...args: string[]): Promise<Ran> {
  return cli('import', kind, path, '--shop', shop.id, ...args);
}

async function errorsIn(path: string): Promise<object[]> {
  return (await readFile(path, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
}

const CONTROL = 'must not contain control characters';
/** Lines of a file. For a bad line there are also the column, the value and the reason that the error file gives. */
const DAMAGE: readonly (
  readonly [line: string | Buffer, column: string | null, value: string | null, reason: string] | readonly [line: string]
)[] = [
  ['D-1,Dana,d1@example.com,6135550101,,2024-05-17T09:30:00Z'],
  [Buffer.from('D-2,Zo\xeb,zoe@example.com,,,', 'latin1'), null, null, 'is not UTF-8'],
  ['"D-3","Whit, ""Dana""",d3@example.com,,,'],
  ['D-4,"=HYPERLINK(""http://x"")",d4@example.com,,=1+1;@tag,'],
  ['D-5,Too few,d5@example.com', null, 'D-5,Too few,d5@example.com', 'has 3 cells, but the header has 6 columns'],
  [
    'D-6,Dana "D",d6@example.com,,,',
    null,
    'D-6,Dana "D",d6@example.com,,,',
    'a cell has a quote inside but does not begin with a quote',
  ],
  ['D-7,Date,d7@example.com,,,17/05/2024', 'created_at', '17/05/2024', 'must be an RFC 3339 date-time with Z or an offset'],
  [
    'D-7a,Date,d7a@example.com,,,2024-05-17T00:00:00 02:00',
    'created_at',
    '2024-05-17T00:00:00 02:00',
    'must be an RFC 3339 date-time with Z or an offset: it has a blank instead of a + (in a query, write %2B)',
  ],
  ['D-8,Phone,,call me,,', 'phone', 'call me', 'is not a phone number'],
  ['D-9,Mail,not an address,,,', 'email', 'not an address', 'is not an email address'],
  [Buffer.from(`D-10,${'x'.repeat(10 * 1024 * 1024)},d10@example.com,,,`), null, null, 'is longer than 4 MB'],
  ['D-1,Dana again,d1@example.com,6135550101,,2024-05-17T09:30:00Z'],
  [`D-11,${'é'.repeat(201)},d11@example.com,,,`, 'name', `${'é'.repeat(200)}…`, 'must be at most 200 characters'],
  ['D-12,Nul\0here,d12@example.com,,,', 'name', 'Nul\0here', CONTROL],
  ['D-13,,d13@example.com,,,', 'name', null, 'name is required'],
  ['D-14,"open,d14@example.com,,,', null, 'D-14,"open,d14@example.com,,,', 'a quoted cell has no closing quote'],
  ['D-15,Last,d15@example.com,,,'],
];

test('announces the records of a file, but not those of a restore, which is wrong usage', async () => {
  const path = await files.write('reviews.csv', 'external_id,stars\nA-1,5\n');
  expectRefusal(await bring('reviews', path, '--announce', '--json', '--restore'), 2, /--announce is not for a restore/);
  expect((await bring('reviews', path, '--announce', '--json')).exitCode).toBe(0);
  expect(await service.sql('select type from outbox where shop_id = $1 order by id', [shop.id])).toEqual([
    { type: 'review.received' },
    { type: 'records.imported' },
  ]);
});

describe('an import of a file with every kind of damage', () => {
  test('imports the good lines and explains the others, as CSV', async () => {
    const head = Buffer.from('\ufeffexternal_id,name,email,phone,tags,created_at,shoe_size\r\n'.replace(',shoe_size', ''));
    const body = DAMAGE.flatMap(([line], index) => [Buffer.from(line as string), Buffer.from(index % 2 ? '\r\n' : '\n')]);
    const path = await files.write('damage.csv', Buffer.concat([head, ...body]));
    const ran = await bring('customers', path, '--json');
    const bad = DAMAGE.flatMap((one, index) =>
      one.length === 1 ? [] : [{ line: index + 2, column: one[1], value: one[2], reason: one[3] }],
    );
    const errors_file = `${path}.errors.ndjson`;
    expect(await errorsIn(errors_file)).toEqual(bad);
    expect([ran.exitCode, ran.document]).toEqual([
      3,
      { kind: 'customers', read: DAMAGE.length, created: 4, updated: 1, unchanged: 0, skipped: bad.length, errors_file },
    ]);
    expect(ran.stderr).toBe(`shop-ops: ${bad.length} lines were skipped: ${errors_file} says why\n`);
    // Only its owner may read the error file, because it holds texts that customers wrote.
    expect((await stat(errors_file)).mode & 0o777).toBe(0o600);
    const { body: page } = await shop.full.get('/customers');
    expect(page.data.map(({ name, tags }: { name: string; tags: string[] }) => [name, tags]).sort()).toEqual([
      ['=HYPERLINK("http://x")', ['=1+1', '@tag']],
      ['Dana again', []],
      ['Last', []],
      ['Whit, "Dana"', []],
    ]);
  });

  test('imports the good lines and explains the others, as NDJSON', async () => {
    const lines: readonly (readonly [string | Buffer, object?])[] = [
      ['\ufeff{"external_id":"N-1","name":"Dana","email":"n1@example.com","tags":["a;b"],"is_vip":true}\r'],
      ['{"external_id":"N-2",', { column: null, value: '{"external_id":"N-2",', reason: 'is not valid JSON' }],
      [Buffer.from('{"name":"Zo\xeb"}', 'latin1'), { column: null, value: null, reason: 'is not UTF-8' }],
      ['[1]', { column: null, value: '[1]', reason: 'must be a JSON object' }],
      [
        '{"external_id":"N-3","name":"A","phone":6135550142}',
        { column: 'phone', value: '6135550142', reason: 'must be a string' },
      ],
      [
        '{"external_id":"N-4","name":"A","email":"n4@example.com","is_vip":"true"}',
        { column: 'is_vip', value: 'true', reason: 'must be true or false' },
      ],
      [
        '{"external_id":"N-5","name":"A","email":"n5@example.com","tags":"a;b"}',
        { column: 'tags', value: 'a;b', reason: 'must be a list of at most 50 texts' },
      ],
      [
        `{"external_id":"N-6","name":"${'x'.repeat(10 * 1024 * 1024)}"}`,
        { column: null, value: null, reason: 'is longer than 4 MB' },
      ],
      ['{"external_id":"N-7","name":"A\\u0000","email":"n7@example.com"}', { column: 'name', value: 'A\0', reason: CONTROL }],
      ['{"__proto__":{"name":"x"},"external_id":"N-8","name":"Last","email":"n8@example.com"}'],
    ];
    const content = lines.flatMap(([line]) => [Buffer.from(line as string), Buffer.from('\n')]);
    const path = await files.write('damage.ndjson', Buffer.concat(content));
    const ran = await bring('customers', path, '--json', '--errors', `${path}.why`);
    const bad = lines.flatMap(([, error], index) => (error ? [{ line: index + 1, ...error }] : []));
    expect(await errorsIn(`${path}.why`)).toEqual(bad);
    expect([ran.exitCode, ran.document]).toMatchObject([3, { read: 10, created: 2, skipped: 8, errors_file: `${path}.why` }]);
    expect(ran.stderr).toContain('customers: the column __proto__ is unknown and is ignored\n');
  });
});

describe('the import command', () => {
  test('prints one line about its work, and names an unknown column once', async () => {
    const two = 'external_id,name,phone,shoe_size\nT-1,Dana,6135550111,40\nT-2,Robin,6135550112,41\n';
    const path = await files.write('two.csv', two);
    const ran = await bring('customers', path);
    expect([ran.exitCode, ran.stdout]).toEqual([0, 'customers: 2 read; created 2, updated 0, unchanged 0, skipped 0.\n']);
    expect(ran.stderr).toBe('customers: the column shoe_size is unknown and is ignored\n');
    await expect(access(`${path}.errors.ndjson`)).rejects.toThrow('ENOENT');
    const again = await bring('customers', path, '--dry-run', '--json');
    expect([again.exitCode, again.document]).toEqual([
      0,
      { kind: 'customers', read: 2, created: 0, updated: 0, unchanged: 2, skipped: 0, errors_file: null },
    ]);
  });

  test('names an unknown property inside a list, too', async () => {
    const tiers = [{ vehicle_size: 'suv', price: 10, colour: 'red' }];
    const coating = { external_id: 'S-1', name: 'Coating', pricing_model: 'tiered', tiers };
    const path = await files.write('tiers.ndjson', `${JSON.stringify(coating)}\n`);
    const ran = await bring('services', path);
    expect([ran.exitCode, ran.stderr]).toEqual([0, 'services: the column tiers.colour is unknown and is ignored\n']);
  });

  test('exits 1 on a bad line with --strict, and 3 with --dry-run, storing nothing', async () => {
    const path = await files.write('strict.csv', 'external_id,name,phone\nS-1,Dana,6135550121\nS-2,Robin,12\n');
    const counts = { created: 0, updated: 0, unchanged: 0, skipped: 1, read: 2 };
    const strict = await bring('customers', path, '--strict', '--json');
    expect([strict.exitCode, strict.document]).toMatchObject([1, counts]);
    expect(strict.stderr).toBe(`shop-ops: nothing was stored, because 1 line cannot be stored: ${path}.errors.ndjson says why\n`);
    const both = await bring('customers', path, '--strict', '--dry-run', '--json');
    expect([both.exitCode, both.document]).toMatchObject([1, counts]);
    const dry = await bring('customers', path, '--dry-run', '--json');
    expect([dry.exitCode, dry.document]).toMatchObject([3, { ...counts, created: 1 }]);
    expect((await shop.full.get('/customers?phone=6135550121')).body.data).toEqual([]);
  });

  test('keeps the error file of an earlier import when it is refused', async () => {
    const path = await files.write('refused.csv', 'external_id,name,phone\nR-1,Robin,12\n');
    await bring('customers', path);
    const before = await errorsIn(`${path}.errors.ndjson`);
    expectRefusal(await cli('import', 'customers', path, '--shop', randomUUID(), '--json'), 1, 'shop not found');
    expect([before.length, await errorsIn(`${path}.errors.ndjson`)]).toEqual([1, before]);
  });

  test('counts records as imported, or as the service’s with --origin', async () => {
    const path = await files.write('origin.csv', 'external_id,name,phone\nO-1,Dana,6135550131\n');
    const other = await files.write('origin-2.csv', 'external_id,name,phone\nO-2,Dana,6135550132\n');
    await bring('customers', path);
    await bring('customers', other, '--origin', 'service');
    const origins = `select external_id, origin from customers where shop_id = $1 and external_id like 'O-%' order by 1`;
    const rows = await service.sql(origins, [shop.id]);
    expect(rows).toEqual([
      { external_id: 'O-1', origin: 'import' },
      { external_id: 'O-2', origin: 'service' },
    ]);
  });

  test.each([
    ['csv', ''],
    ['csv', 'external_id,name\n'],
    ['ndjson', ''],
  ])('reads no record from an empty %s file', async (format, content) => {
    const ran = await bring('customers', await files.write(`empty.${format}`, content), '--json');
    expect([ran.exitCode, ran.document]).toMatchObject([0, { read: 0, skipped: 0, errors_file: null }]);
  });

  test('prints with --template an example that can be imported unchanged', async () => {
    const { stdout, exitCode } = await cli('import', '--template', 'customers');
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^# [\s\S]+\nexternal_id,[\s\S]+\nC-1001,/)]);
    const path = await files.write('template.csv', stdout);
    expect((await bring('customers', path, '--json')).document).toMatchObject({ read: 2, created: 2 });
    const bare = await files.write('bare.csv', stdout.replace(/^#.*\n/gm, ''));
    expect((await bring('customers', bare, '--json')).document).toMatchObject({ read: 2, unchanged: 2 });
  });

  test('is refused with one line', async () => {
    const path = await files.write('fine.csv', 'external_id,name,phone\nF-1,Dana,6135550141\n');
    const foreign = await files.write('foreign.csv', 'naam;epost\nDana;a@b\n');
    expectRefusal(await bring('customers', `${path}.gone.csv`, '--json'), 1, `${path}.gone.csv does not exist`);
    expectRefusal(await bring('customers', files.folder, '--format', 'csv', '--json'), 1, `${files.folder} is not a file`);
    expectRefusal(await bring('customers', `${path}/x.csv`, '--json'), 1, `${path}/x.csv does not exist`);
    const unknown = 'foreign.csv cannot be imported: its header has none of the columns';
    expectRefusal(await bring('customers', foreign, '--json'), 1, unknown);
    expectRefusal(await cli('import', 'customers', path, '--shop', randomUUID(), '--json'), 1, 'shop not found');
    expectRefusal(await bring('customers', path, '--errors', '/nowhere/errors.ndjson', '--json'), 1, 'ENOENT');
    const occupied = '--restore needs a shop without customers, but this shop has some';
    expectRefusal(await bring('customers', path, '--restore', '--json'), 1, occupied);
  });

  test.each([
    ['no kind', ['import']],
    ['an unknown kind', ['import', 'cars', 'x.csv', '--shop', randomUUID()]],
    ['no file', ['import', 'customers', '--shop', randomUUID()]],
    ['standard input', ['import', 'customers', '-', '--format', 'csv', '--shop', randomUUID()]],
    ['no shop', ['import', 'customers', 'x.csv']],
    ['an ending that says nothing', ['import', 'customers', 'x.txt', '--shop', randomUUID()]],
    ['an unknown format', ['import', 'customers', 'x.csv', '--format', 'xls', '--shop', randomUUID()]],
    ['the errors in the file itself', ['import', 'customers', 'x.csv', '--errors', './x.csv', '--shop', randomUUID()]],
  ])('refuses the usage: %s', async (_, args) => {
    expectRefusal(await command(settings(), ...args, '--json'), 2, /./);
  });
});
