import { INVOICE_STATUSES } from '../../../domain/invoices/invoice.js';
import { anInvoice, type InvoiceRow } from '../../support/builders/quotes-and-invoices.js';
import { aCustomer } from '../../support/builders/records.js';
import { startTestService, sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
let customer: { readonly id: string };

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
  customer = await aCustomer(shop.full);
});
afterAll(() => service.stop());

const add = (fields: Partial<InvoiceRow> = {}): Promise<InvoiceRow> => anInvoice(service, shop, customer, fields);

const numbersOf = async (query = ''): Promise<number[]> => {
  const { status, body } = await shop.read.get(`/invoices?${query}`);
  expect([query, status]).toEqual([query, 200]);
  return body.data.map(({ number }: InvoiceRow) => number) as number[];
};

describe('GET /invoices', () => {
  it('has exactly the specification’s fields, and the time of the last change', async () => {
    const { id, number } = await add({ status: 'partial', total: 123_456, balance: 3_456 });
    const { status, body, text } = await shop.read.get('/invoices');
    const invoice = {
      id,
      number,
      customer_id: customer.id,
      status: 'partial',
      total: 1234.56,
      balance: 34.56,
      created_at: '2026-01-01T09:00:00.000Z',
      updated_at: body.data[0].updated_at,
    };
    expect([status, text]).toEqual([200, JSON.stringify({ data: [invoice], meta: { next_cursor: null } })]);
  });

  it('lists newest first', async () => {
    const numbers: number[] = [];
    for (const created_at of ['2026-02-01T09:00:00.001Z', '2026-02-01T09:00:00.002Z', '2026-03-01T09:00:00.000Z'])
      numbers.unshift((await add({ created_at })).number);
    expect(await numbersOf()).toEqual(numbers);
  });

  it('lists invoices made in the service by default, and imported ones on request', async () => {
    const made = (await add()).number;
    const brought = (await add({ origin: 'import' })).number;
    for (const query of ['', 'imported=false', 'imported=0', 'status=open', 'status=open&imported=0'])
      expect([query, await numbersOf(query)]).toEqual([query, [made]]);
    for (const query of ['imported=true', 'imported=1', 'status=open&imported=1'])
      expect([query, await numbersOf(query)]).toEqual([query, [brought]]);
    expect(await numbersOf('status=paid&imported=true')).toEqual([]);
  });
});

describe('the balance of an invoice', () => {
  const balanceOf = async (fields: Partial<InvoiceRow>): Promise<unknown> => {
    await add(fields);
    return (await shop.read.get('/invoices')).body.data[0].balance as unknown;
  };

  it.each(['draft', 'void'])('is null with the status %s, even if a balance is stored', async (status) => {
    expect(await balanceOf({ status, balance: 500 })).toBeNull();
  });

  it.each([
    ['open', 11_300, 113],
    ['partial', 1, 0.01],
    ['paid', 0, 0],
    ['refunded', 0, 0],
  ])('is, with the status %s and %d minor units, answered as %d', async (status, balance, answered) => {
    expect(await balanceOf({ status, balance })).toBe(answered);
  });

  it.each([
    ['JPY', 12_345, '"total":12345,"balance":12345,'],
    ['KWD', 12_345, '"total":12.345,"balance":12.345,'],
    ['CAD', '900719925474099', '"total":9007199254740.99,"balance":9007199254740.99,'],
  ])('has the decimals of %s', async (currency, total, written) => {
    const of = await service.shop({ currency });
    await anInvoice(service, of, await aCustomer(of.full), { total });
    expect((await of.read.get('/invoices')).text).toContain(written);
  });
});

it('invoices.list has the exact total of each status and origin, and pages the newest first', async () => {
  const listed = async (input: object): Promise<{ readonly items: readonly InvoiceRow[]; readonly total: number }> =>
    (await shop.read.post('/invoices/list', input)).body.data as { items: InvoiceRow[]; total: number };
  for (const status of INVOICE_STATUSES) for (const origin of ['service', 'import']) await add({ status, origin });
  const newest = await add({ status: 'open', created_at: '2026-02-01T09:00:00.000Z' });
  const all = await listed({});
  expect([all.total, all.items.length, all.items[0]?.id]).toEqual([
    INVOICE_STATUSES.length + 1,
    INVOICE_STATUSES.length + 1,
    newest.id,
  ]);
  expect(all.items).toEqual((await shop.read.get('/invoices')).body.data);
  for (const [input, total] of [
    [{ status: 'open' }, 2],
    [{ status: 'paid' }, 1],
    [{ imported: true }, INVOICE_STATUSES.length],
    [{ imported: true, status: 'open' }, 1],
    [{ status: 'open', limit: 1, offset: 1 }, 2],
  ] as const) {
    expect([input, (await listed(input)).total]).toEqual([input, total]);
  }
  expect((await listed({ status: 'open', limit: 1, offset: 1 })).items).toHaveLength(1);
});

describe('a deployment without provenance', () => {
  let blind: TestService;

  beforeAll(async () => {
    blind = await startTestService({ importProvenance: false });
  });
  afterAll(() => blind.stop());

  it('refuses to list imported invoices, and still answers the default list', async () => {
    const { full, read, id } = await blind.shop();
    const owner = await aCustomer(full);
    const { number } = await anInvoice(blind, { id }, owner);
    await anInvoice(blind, { id }, owner, { origin: 'import' });
    for (const query of ['imported=true', 'imported=1', 'imported=true&status=open']) {
      const { status, body } = await read.get(`/invoices?${query}`);
      expect([query, status, body]).toEqual([
        query,
        500,
        { error: { code: 'internal_error', message: expect.stringContaining('imported') } },
      ]);
    }
    const asked = await read.post('/invoices/list', { imported: true });
    expect([asked.status, asked.body.error.message]).toEqual([422, expect.stringMatching(/^imported: /)]);
    expect((await read.post('/invoices/list', {})).body.data.total).toBe(1);
    expect((await read.get('/invoices?imported=true&cursor=x')).status).toBe(422);
    for (const query of ['', 'imported=false', 'imported=0', 'status=open']) {
      const { status, body } = await read.get(`/invoices?${query}`);
      expect([query, status, body.data.map((row: InvoiceRow) => row.number)]).toEqual([query, 200, [number]]);
    }
    for (const query of ['imported=yes', 'status=zzz&imported=true'])
      expect((await read.get(`/invoices?${query}`)).status).toBe(422);
  });
});
