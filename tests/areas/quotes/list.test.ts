import { QUOTE_STATUSES } from '../../../domain/quotes/quote.js';
import { aQuote, type QuoteRow } from '../../support/builders/quotes-and-invoices.js';
import { aCustomer } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

const numbersOf = async (query = ''): Promise<number[]> => {
  const { status, body } = await shop.read.get(`/quotes?${query}`);
  expect([query, status]).toEqual([query, 200]);
  return body.data.map(({ number }: QuoteRow) => number) as number[];
};

describe('GET /quotes', () => {
  it('has exactly the specification’s fields, and the time of the last change', async () => {
    const customer = await aCustomer(shop.full);
    const { id, number } = await aQuote(service, shop, customer, { status: 'viewed', total: 123_456 });
    const { status, body, text } = await shop.read.get('/quotes');
    const quote = {
      id,
      number,
      customer_id: customer.id,
      status: 'viewed',
      total: 1234.56,
      created_at: '2026-01-01T09:00:00.000Z',
      updated_at: body.data[0].updated_at,
    };
    expect([status, body]).toEqual([200, { data: [quote], meta: { next_cursor: null } }]);
    expect(text).toBe(JSON.stringify({ data: [quote], meta: { next_cursor: null } }));
  });

  it('lists the newest first, imported ones included', async () => {
    const customer = await aCustomer(shop.full);
    const add = (created_at: string, origin: string): Promise<QuoteRow> =>
      aQuote(service, shop, customer, { created_at, origin });
    const [second, first, third] = [
      await add('2026-02-01T09:00:00.001Z', 'import'),
      await add('2026-02-01T09:00:00.002Z', 'service'),
      await add('2025-02-01T09:00:00.000Z', 'service'),
    ];
    expect(await numbersOf()).toEqual([first.number, second.number, third.number]);
    expect(await numbersOf('imported=true')).toHaveLength(3);
  });
});

it('quotes.list has the exact total of each status, and pages the newest first', async () => {
  const customer = await aCustomer(shop.full);
  for (const status of QUOTE_STATUSES) await aQuote(service, shop, customer, { status });
  const newest = await aQuote(service, shop, customer, { created_at: '2026-02-01T09:00:00.000Z', origin: 'import' });
  const { items, ...rest } = (await shop.read.post('/quotes/list', { limit: 2 })).body.data;
  const total = QUOTE_STATUSES.length + 1;
  expect([items[0].id, items.length, rest]).toEqual([newest.id, 2, { total, omitted: total - 2, next_offset: 2 }]);
  expect(items).toEqual((await shop.read.get('/quotes?limit=2')).body.data);
  expect((await shop.read.post('/quotes/list', { status: 'sent' })).body.data.total).toBe(2);
  expect((await shop.read.tool('quotes.list', { status: 'draft' })).structuredContent.total).toBe(1);
});

describe('a total', () => {
  it.each([
    ['CAD', 0, '0'],
    ['CAD', 1, '0.01'],
    ['CAD', 10, '0.1'],
    ['CAD', 100, '1'],
    ['CAD', 1010, '10.1'],
    ['CAD', 29, '0.29'],
    ['CAD', 10_000_000_000, '100000000'],
    ['CAD', 9_999_999_999, '99999999.99'],
    ['CAD', '999999999999999', '9999999999999.99'],
    ['JPY', 0, '0'],
    ['JPY', 1, '1'],
    ['JPY', 10_000_000_000, '10000000000'],
    ['KWD', 1, '0.001'],
    ['KWD', 1005, '1.005'],
    ['KWD', 12_340, '12.34'],
    ['KWD', 9_999_999_999, '9999999.999'],
  ])('is in %s, for %s minor units, written %s', async (currency, total, written) => {
    const of = await service.shop({ currency });
    await aQuote(service, of, await aCustomer(of.full), { total });
    expect((await of.read.get('/quotes')).text).toContain(`"total":${written},`);
  });
});
