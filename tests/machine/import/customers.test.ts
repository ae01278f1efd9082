import { ImportFiles } from '../../support/import-files.js';
import { importRows, type Imported, type Row } from '../../support/importing.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
let files: ImportFiles;

beforeAll(async () => {
  service = await sharedTestService();
  files = await ImportFiles.open();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(async () => {
  await service.stop();
  await files.close();
});

const bring = (...rows: readonly Row[]): Promise<Imported> => importRows(service, shop, 'customers', rows);
const csv = (...lines: readonly string[]): Promise<Imported> => files.bring(service, shop, 'customers', `${lines.join('\n')}\n`);
const counts = ({ created, updated, unchanged, skipped }: Imported): number[] => [created, updated, unchanged, skipped];

/** The only customer, as the API answers it, without its id. */
async function onlyCustomer(): Promise<Row> {
  const { body } = await shop.full.get('/customers');
  expect(body.data).toHaveLength(1);
  const { id: _, ...customer } = body.data[0];
  return customer as Row;
}

const DANA = {
  name: 'Dana Whitfield',
  email: 'dana@example.com',
  phone: '+16135550142',
  city: 'Ottawa',
  region: 'ON',
  postal_code: 'K1P 1J1',
  tags: ['fleet', 'winter tires'],
  is_vip: true,
  external_id: 'C-1',
  metadata: {},
  created_at: '2024-05-17T09:30:00.000Z',
  updated_at: expect.any(String),
};
const HEADER = 'external_id,name,email,phone,city,region,postal_code,tags,is_vip,created_at';
const LINE =
  'C-1, Dana Whitfield ,DANA@Example.com,(613) 555-0142,Ottawa,ON,K1P 1J1,fleet;winter tires;fleet,true,2024-05-17T05:30:00-04:00';

describe('an imported customer', () => {
  it('is stored as the API would have stored it', async () => {
    expect(counts(await csv(HEADER, LINE))).toEqual([1, 0, 0, 0]);
    expect(await onlyCustomer()).toEqual(DANA);
  });

  it('can be found by every search, and is counted', async () => {
    await csv(HEADER, LINE);
    const { structuredContent } = await shop.full.tool('customers.list', { q: 'whitf' });
    expect(structuredContent).toMatchObject({ total: 1, items: [{ name: 'Dana Whitfield' }] });
    expect((await shop.full.tool('customers.list', {})).structuredContent).toMatchObject({ total: 1 });
  });

  it('keeps the values of absent columns, loses those of empty cells, and takes all others', async () => {
    await csv(HEADER, LINE);
    expect(counts(await csv('external_id,city,tags,is_vip,postal_code', 'C-1,Kingston,,,'))).toEqual([0, 1, 0, 0]);
    expect(await onlyCustomer()).toEqual({ ...DANA, city: 'Kingston', tags: [], is_vip: false, postal_code: null });
    expect(counts(await bring({ external_id: 'C-1', email: null, region: '  ', name: 'Dana W.' }))).toEqual([0, 1, 0, 0]);
    expect(await onlyCustomer()).toMatchObject({ email: null, region: null, name: 'Dana W.', phone: DANA.phone });
  });

  it('is unchanged and keeps its version if its line comes again', async () => {
    await csv(HEADER, LINE);
    expect(counts(await csv(HEADER, LINE))).toEqual([0, 0, 1, 0]);
    expect(await service.sql('select version from customers where shop_id = $1', [shop.id])).toEqual([{ version: 1 }]);
    expect(counts(await csv(HEADER, LINE.replace('Ottawa', 'Nepean')))).toEqual([0, 1, 0, 0]);
    expect(await service.sql('select version from customers where shop_id = $1', [shop.id])).toEqual([{ version: 2 }]);
  });

  it('is known, without an external id, by the content of the file and the line, at any path of the file', async () => {
    const lines = ['name,phone', 'Dana,6135550142', 'Robin,6135550143'];
    expect(counts(await csv(...lines))).toEqual([2, 0, 0, 0]);
    expect(counts(await csv(...lines))).toEqual([0, 0, 2, 0]);
    const elsewhere = await files.bring(service, shop, 'customers', `${lines.join('\n')}\n`, { file: 'others.csv' });
    expect(counts(elsewhere)).toEqual([0, 0, 2, 0]);
  });

  it('is a different one if another file is at the same path', async () => {
    await csv('name,phone', 'Dana,6135550142');
    expect(counts(await csv('name,phone', 'Robin,6135550143'))).toEqual([1, 0, 0, 0]);
    const { data } = (await shop.full.get('/customers')).body;
    expect(data.map(({ name }: { name: string }) => name).sort()).toEqual(['Dana', 'Robin']);
    // The third file is another source, so its line describes a new customer. The phone is refused, because Dana has it.
    expect((await csv('name,phone', 'Dana W.,6135550142')).errors.map(({ column }) => column)).toEqual(['phone']);
  });

  it('accepts true and false in any case in CSV, and nothing else', async () => {
    const flags = ['TRUE', 'True', 'true', ' True ', 'FALSE', 'False', 'Yes', '1'];
    const { errors } = await csv(
      'external_id,name,phone,is_vip',
      ...flags.map((flag, index) => `C-${index},A,613555014${index},${flag}`),
    );
    expect(errors.map(({ line, value, reason }) => [line, value, reason])).toEqual([
      [8, 'Yes', 'must be true or false'],
      [9, '1', 'must be true or false'],
    ]);
    const flagged = 'select is_vip from customers where shop_id = $1 order by external_id';
    const stored = await service.sql<{ is_vip: boolean }>(flagged, [shop.id]);
    expect(stored.map((one) => one.is_vip)).toEqual([true, true, true, true, false, false]);
    expect((await bring({ external_id: 'N-1', name: 'A', phone: '6135550150', is_vip: 'TRUE' })).errors).toMatchObject([
      { column: 'is_vip' },
    ]);
  });

  it('may lack a name from the start, but cannot lose one', async () => {
    const { body } = await shop.full.post('/customers', { name: 'Dana', phone: '6135550100' });
    const { id } = body.data as { id: string };
    await service.sql('update customers set name = null where shop_id = $1', [shop.id]);
    expect(counts(await bring({ id, name: null, phone: '6135550100', city: 'Ottawa' }))).toEqual([0, 1, 0, 0]);
    await bring({ id, name: 'Dana' });
    expect((await bring({ id, name: null })).errors).toMatchObject([{ column: 'name', reason: 'name is required' }]);
  });

  it('may have a phone and no name', async () => {
    await bring({ external_id: 'P-1', phone: '6135550123' });
    expect((await shop.full.get('/customers')).body.data).toMatchObject([{ name: '—', phone: '+16135550123' }]);
  });

  it('can be one of the service, found by its own id, and keeps the origin service', async () => {
    const { body } = await shop.full.post('/customers', { name: 'Dana', email: 'dana@example.com' });
    expect(counts(await bring({ id: body.data.id, name: 'Dana W.' }))).toEqual([0, 1, 0, 0]);
    const rows = await service.sql('select name, origin, external_id from customers where shop_id = $1', [shop.id]);
    expect(rows).toEqual([{ name: 'Dana W.', origin: 'service', external_id: null }]);
  });

  it('may be twice in a file: the later line changes it', async () => {
    const result = await bring(
      { external_id: 'C-1', name: 'A', phone: '6135550142' },
      { external_id: 'C-1', name: 'B' },
      { external_id: 'C-1', name: 'B' },
    );
    expect(counts(result)).toEqual([1, 1, 1, 0]);
    expect(await onlyCustomer()).toMatchObject({ name: 'B', phone: '+16135550142' });
  });

  it('is not announced', async () => {
    await bring({ external_id: 'C-1', name: 'A', phone: '6135550142' });
    await bring({ external_id: 'C-1', name: 'B' });
    expect(await service.sql(`select 1 from outbox where shop_id = $1 and type <> 'records.imported'`, [shop.id])).toEqual([]);
  });
});

describe('the rules of the API for an imported customer', () => {
  it('allow one customer for each e-mail and phone, in any order of arrival', async () => {
    const { body } = await shop.full.post('/customers', { name: 'First', email: 'taken@example.com', phone: '6135550100' });
    const result = await bring(
      { external_id: 'C-1', name: 'A', email: 'TAKEN@example.com', phone: '6135550100' },
      { external_id: 'C-2', name: 'B', email: 'b@example.com', phone: '+1 613 555 0100' },
      { external_id: 'C-3', name: 'C', email: 'c@example.com' },
      { external_id: 'C-4', name: 'D', email: 'C@example.com' },
    );
    const third = `select id from customers where shop_id = $1 and external_id = 'C-3'`;
    const [c3] = await service.sql<{ id: string }>(third, [shop.id]);
    const taken = (field: string, id: string): string => `this ${field} already belongs to a customer (existing id: ${id})`;
    expect(result.errors).toEqual([
      { line: 1, column: 'email', value: 'TAKEN@example.com', reason: taken('email', body.data.id as string) },
      { line: 2, column: 'phone', value: '+1 613 555 0100', reason: taken('phone', body.data.id as string) },
      { line: 4, column: 'email', value: 'C@example.com', reason: taken('email', c3!.id) },
    ]);
  });

  it('refuse an e-mail that another customer has, even if the same record gives it up later', async () => {
    await bring(
      { external_id: 'C-1', name: 'A', email: 'a@example.com' },
      { external_id: 'C-2', name: 'B', email: 'b@example.com' },
    );
    const result = await bring(
      { external_id: 'C-1', email: 'b@example.com', city: 'Ottawa' },
      { external_id: 'C-1', email: 'new@example.com' },
    );
    expect([counts(result), result.errors.map(({ line, column }) => [line, column])]).toEqual([[0, 1, 0, 1], [[1, 'email']]]);
    const rows = await service.sql('select email, city from customers where shop_id = $1 order by 1', [shop.id]);
    expect(rows).toEqual([
      { email: 'b@example.com', city: null },
      { email: 'new@example.com', city: null },
    ]);
  });

  it('free an e-mail that one line gives up, so that two lines can pass theirs on', async () => {
    await bring(
      { external_id: 'C-1', name: 'A', email: 'a@example.com' },
      { external_id: 'C-2', name: 'B', email: 'b@example.com' },
    );
    const result = await bring(
      { external_id: 'C-1', email: 'new@example.com' },
      { external_id: 'C-2', email: 'a@example.com' },
      { external_id: 'C-3', name: 'C', email: 'b@example.com' },
      { external_id: 'C-4', name: 'D', email: 'a@example.com' },
    );
    expect(counts(result)).toEqual([1, 2, 0, 1]);
    const rows = await service.sql('select external_id, email from customers where shop_id = $1 order by 1', [shop.id]);
    expect(rows).toEqual(
      [
        ['C-1', 'new@example.com'],
        ['C-2', 'a@example.com'],
        ['C-3', 'b@example.com'],
      ].map(([external_id, email]) => ({ external_id, email })),
    );
  });

  it('free an e-mail only at its line, in an import and in a dry run', async () => {
    await bring({ external_id: 'C-1', name: 'A', email: 'a@example.com' });
    const rows = [
      { external_id: 'C-2', name: 'B', email: 'a@example.com' },
      { external_id: 'C-1', email: 'b@example.com' },
    ];
    const rehearsed = await importRows(service, shop, 'customers', rows, { dryRun: true });
    const done = await bring(...rows);
    expect(done).toEqual(rehearsed);
    expect([counts(done), done.errors.map(({ line, column }) => [line, column])]).toEqual([[0, 1, 0, 1], [[1, 'email']]]);
  });

  it('ignore a refused line for the lines after it', async () => {
    const result = await bring(
      { external_id: 'C-1', name: 'A', email: 'a@example.com', phone: '12' },
      { external_id: 'C-1', name: 'A', email: 'a@example.com' },
    );
    expect(counts(result)).toEqual([1, 0, 0, 1]);
  });
});

describe('the consent of an imported customer', () => {
  const stored = () =>
    service.sql('select consent_source as source, consent_captured_at as at from customers where shop_id = $1', [shop.id]);

  it('is unknown by default, dated now if a source has no time, and unchanged if the same source comes again', async () => {
    const dana = { external_id: 'C-1', name: 'Dana', phone: '6135550142' };
    await bring({ ...dana, consent_captured_at: '2020-01-01T00:00:00Z' });
    expect(await stored()).toEqual([{ source: 'unknown', at: null }]);
    const now = service.clock.now();
    await bring({ ...dana, consent_source: 'web_form', consent_captured_at: '' });
    service.clock.pass(60_000);
    expect(counts(await bring({ ...dana, consent_source: 'web_form', consent_captured_at: '' }))).toEqual([0, 0, 1, 0]);
    expect(await stored()).toEqual([{ source: 'web_form', at: now }]);
    await bring({ ...dana, consent_source: 'web_form', consent_captured_at: '2020-01-01T00:00:00Z' });
    expect(await stored()).toEqual([{ source: 'web_form', at: '2020-01-01T00:00:00.000Z' }]);
    await bring({ ...dana, consent_source: 'unknown', consent_captured_at: 'not even a time' });
    expect(await stored()).toEqual([{ source: 'unknown', at: null }]);
  });
});
