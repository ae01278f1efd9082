import { execFileSync } from 'node:child_process';
import { lstat, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ImportErrorFile } from '../../../adapters/files/import-error-file.js';
import { Database } from '../../../adapters/storage/database.js';
import { ImportFiles } from '../../support/import-files.js';
import { importRows, type Imported, type ImportOptions, type Row } from '../../support/importing.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
let files: ImportFiles;

beforeAll(async () => {
  service = await startTestService();
  files = await ImportFiles.open();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(async () => {
  await service.stop();
  await files.close();
});

const bring = (rows: readonly Row[], options: ImportOptions = {}): Promise<Imported> =>
  importRows(service, shop, 'customers', rows, options);
const customer = (index: number, part: Row = {}): Row => ({
  external_id: `C-${index}`,
  name: `N${index}`,
  email: `c${index}@example.com`,
  ...part,
});

/** Returns every row of the service's tables, always in the same order. */
async function everything(): Promise<unknown> {
  const names = await service.sql<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  return Promise.all(names.map(async ({ name }) => [name, await service.sql(`select t::text as row from ${name} t order by 1`)]));
}

describe('a dry run of an import', () => {
  it('stores nothing and reports what would happen, also for lines that take values from each other', async () => {
    await bring([customer(1), customer(2)]);
    const before = await everything();
    const rows = [
      customer(1, { email: 'new@example.com' }),
      customer(2),
      customer(3, { email: 'c1@example.com' }),
      customer(4, { email: 'NEW@example.com' }),
      customer(5, { phone: '12' }),
      customer(3, { city: 'Ottawa' }),
      customer(3, { city: 'Ottawa' }),
    ];
    const rehearsed = await bring(rows, { dryRun: true });
    expect(await everything()).toEqual(before);
    const done = await bring(rows);
    expect({ ...rehearsed, errors: rehearsed.errors.length }).toEqual({ ...done, errors: done.errors.length });
    expect(rehearsed.errors).toEqual(done.errors.map((error) => ({ ...error })));
    expect(done).toMatchObject({ created: 1, updated: 2, unchanged: 2, skipped: 2 });
  });

  it('remembers, across batches, the values that earlier lines would have stored', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => customer(index % 2500, { city: index < 2500 ? 'A' : 'B' }));
    expect(await bring([...rows, customer(9999, { email: 'c0@example.com' })], { dryRun: true })).toMatchObject({
      created: 2500,
      updated: 2500,
      skipped: 1,
    });
    expect((await shop.full.get('/customers')).body.data).toEqual([]);
  });

  it('does not count as a first part of the import that follows', async () => {
    const file = 'external_id,name,phone\nC-1,Dana,6135550142\n';
    await files.bring(service, shop, 'customers', file, { dryRun: true });
    expect(await files.bring(service, shop, 'customers', file)).toMatchObject({ created: 1 });
  });
});

describe('a strict import', () => {
  it('stores nothing if one line is bad, and names all bad lines', async () => {
    await bring([customer(1)]);
    const before = await everything();
    const result = await bring(
      [customer(1, { name: 'B' }), customer(2), customer(3, { phone: '12' }), customer(4, { email: 'c2@example.com' })],
      { strict: true },
    );
    expect(result).toMatchObject({ read: 4, created: 0, updated: 0, unchanged: 0, skipped: 2 });
    expect(result.errors.map(({ line, column }) => [line, column])).toEqual([
      [3, 'phone'],
      [4, 'email'],
    ]);
    expect(await everything()).toEqual(before);
  });

  it('stores everything in one transaction if all lines are good', async () => {
    const count = 4500;
    await bring(Array.from({ length: 100 }, (_, index) => customer(index)));
    const rows = Array.from({ length: count }, (_, index) => customer(index, { city: 'Ottawa' }));
    // A later batch changes some of the records again, and C-2 gets the e-mail that C-1 had.
    const again = [
      customer(4400, { city: 'Nepean' }),
      customer(1, { email: 'x@example.com' }),
      customer(2, { email: 'c1@example.com' }),
      customer(50, { city: 'Gatineau' }),
    ];
    expect(await bring([...rows, ...again], { strict: true })).toMatchObject({ created: 4400, updated: 104, skipped: 0 });
    const args = { limit: 1 };
    expect((await shop.full.tool('customers.list', args)).structuredContent).toMatchObject({ total: count });
    const found = await service.sql(
      `select external_id, email, city, version, search_text <> '' as searched, origin from customers
       where shop_id = $1 and external_id in ('C-1', 'C-2', 'C-50', 'C-4400') order by 1`,
      [shop.id],
    );
    const common = { searched: true, origin: 'import' };
    expect(found).toEqual([
      { external_id: 'C-1', email: 'x@example.com', city: 'Ottawa', version: 2, ...common },
      { external_id: 'C-2', email: 'c1@example.com', city: 'Ottawa', version: 2, ...common },
      { external_id: 'C-4400', email: 'c4400@example.com', city: 'Nepean', version: 1, ...common },
      { external_id: 'C-50', email: 'c50@example.com', city: 'Gatineau', version: 2, ...common },
    ]);
  });

  it('starts again if somebody changes a record before the commit, and loses neither change', async () => {
    await bring([customer(1)]);
    const { id } = (await shop.full.get('/customers?email=c1@example.com')).body.data[0];
    let attempts = 0;
    const meddle = async (): Promise<void> => {
      attempts += 1;
      if (attempts > 1) return;
      await shop.full.patch(`/customers/${id}`, { name: 'Changed meanwhile' });
      await shop.full.post('/customers', { name: 'Also new', email: 'c3@example.com' });
    };
    const rows = [{ external_id: 'C-1', city: 'Ottawa' }, customer(2), customer(3)];
    const result = await importRows(service, shop, 'customers', rows, { strict: true, beforeCommit: meddle });
    // Between the attempts another writer took the e-mail of a line, so this line is bad in the second attempt.
    expect([attempts, result]).toMatchObject([2, { created: 0, updated: 0, skipped: 1, errors: [{ line: 3, column: 'email' }] }]);
    expect(await importRows(service, shop, 'customers', rows.slice(0, 2), { strict: true })).toMatchObject({
      created: 1,
      updated: 1,
    });
    const stored = await service.sql('select name, city from customers where shop_id = $1 and id = $2', [shop.id, id]);
    expect(stored).toEqual([{ name: 'Changed meanwhile', city: 'Ottawa' }]);
  });
});

describe('the lock of an import', () => {
  it('allows one import of a shop and kind: another waits briefly and is refused', async () => {
    const database = service.container.get(Database);
    await database.onOwnConnection(async (client) => {
      await client.query('select pg_advisory_lock(71408, hashtext($1))', [`${shop.id} customers`]);
      await expect(bring([customer(1)])).rejects.toThrow('another import of customers into this shop is running');
      expect(await importRows(service, shop, 'leads', [{ external_id: 'L-1', name: 'A' }])).toMatchObject({ created: 1 });
      expect(await importRows(service, await service.shop(), 'customers', [customer(1)])).toMatchObject({ created: 1 });
    });
    expect(await bring([customer(1)])).toMatchObject({ created: 1 });
  });
});

describe('the error file of an import', () => {
  it('has a line for each error', async () => {
    const file = new ImportErrorFile(join(files.folder, 'x.errors.ndjson'));
    await file.begin(1);
    await file.add([
      { line: 2, column: 'phone', value: '12', reason: 'is not a phone number' },
      { line: 9, column: null, value: null, reason: 'is not UTF-8' },
    ]);
    await file.close();
    const again = new ImportErrorFile(file.path);
    await again.begin(9);
    await again.add([{ line: 11, column: null, value: null, reason: 'late' }]);
    await again.close();
    expect((await readFile(file.path, 'utf8')).split('\n')).toEqual([
      '{"line":2,"column":"phone","value":"12","reason":"is not a phone number"}',
      '{"line":11,"column":null,"value":null,"reason":"late"}',
      '',
    ]);
    await new ImportErrorFile(file.path).close();
    expect(await readFile(file.path, 'utf8')).toMatch(/late/);
    const clean = new ImportErrorFile(file.path);
    await clean.begin(1);
    await clean.close();
    await expect(readFile(file.path)).rejects.toThrow('ENOENT');
  });

  it.each([
    ['a text', 'precious'],
    ['what merely begins like an explanation', '{"line":1,"x":2}\nmine\n'],
    ['what is merely like an explanation', '{"line":1,"column":null}\n'],
    ['more than explanations', '{"line":1,"column":null,"value":null,"reason":"late"}\nmine\n'],
    [
      'a cut-off explanation with more behind it',
      '{"line":1,"column":nu\n{"line":1,"column":null,"value":null,"reason":"late"}\n',
    ],
    ['a line that has no end', `{"line":1,"column":"${'x'.repeat(200_000)}","value":null,"reason":"late"}\n`],
  ])('never replaces %s', async (_, held) => {
    const path = await files.write('notes.txt', held);
    await expect(new ImportErrorFile(path).begin(1)).rejects.toThrow(`${path}: the file exists already and has other contents`);
    expect(await readFile(path, 'utf8')).toBe(held);
  });

  it.each([
    ['is empty', ''],
    ['ends in the middle of a line', '{"line":1,"column":null,"value":"a \\"b\\"","reason":"late"}\n{"line":2,"column":"na'],
  ])('replaces an earlier file that %s', async (_, held) => {
    const file = new ImportErrorFile(await files.write('earlier.errors.ndjson', held));
    await file.begin(2);
    await file.add([{ line: 3, column: null, value: null, reason: 'late' }]);
    await file.close();
    const kept = held.slice(0, held.indexOf('\n') + 1);
    expect(await readFile(file.path, 'utf8')).toBe(`${kept}{"line":3,"column":null,"value":null,"reason":"late"}\n`);
  });

  it('replaces no other file, and no link', async () => {
    const folder = await mkdtemp(join(files.folder, 'links-'));
    const at = (name: string): string => join(folder, name);
    await writeFile(at('victim'), 'precious');
    await symlink(at('victim'), at('out.new'));
    await symlink(at('nowhere'), at('lost'));
    const file = new ImportErrorFile(at('out'));
    await file.begin(1);
    await file.add([{ line: 2, column: null, value: null, reason: 'late' }]);
    await file.close();
    await symlink(at('out'), at('linked'));
    const through = new ImportErrorFile(at('linked'));
    await through.begin(3);
    await through.close();
    await expect(new ImportErrorFile(at('lost')).begin(1)).rejects.toThrow('ENOENT');
    expect((await readdir(folder)).sort()).toEqual(['linked', 'lost', 'out', 'out.new', 'victim']);
    expect([await readFile(at('victim'), 'utf8'), await readFile(at('out'), 'utf8')]).toEqual([
      'precious',
      expect.stringMatching(/late/),
    ]);
    expect((await lstat(at('linked'))).isSymbolicLink()).toBe(true);
  });

  it('does not replace a file that another import has put there meanwhile', async () => {
    const [file, other] = [new ImportErrorFile(join(files.folder, 'shared')), new ImportErrorFile(join(files.folder, 'shared'))];
    await file.begin(1);
    await other.begin(1);
    await other.add([{ line: 2, column: null, value: null, reason: 'late' }]);
    await file.close();
    await other.close();
    expect(await readFile(file.path, 'utf8')).toMatch(/late/);
  });

  it.each([
    ['a pipe', 'pipe'],
    ['a device', '/dev/null'],
    ['a folder', '.'],
  ])('cannot be %s, which is refused at once without waiting', async (_, name) => {
    const path = resolve(files.folder, name);
    if (name === 'pipe') execFileSync('mkfifo', [path]);
    await expect(new ImportErrorFile(path).begin(1)).rejects.toThrow(`${path}: it is not a regular file`);
  });
});
