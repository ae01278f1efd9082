import fc from 'fast-check';
import { ndjsonRows } from '../../../adapters/files/import-file-source.js';
import { parseJson } from '../../../application/kernel/fields/json-body.js';
import { BEGINNING } from '../../../application/transfer/import-source.js';
import type { Answer } from '../../support/api.js';
import { aStoredService } from '../../support/builders/a-stored-service.js';
import { chunksOf } from '../../support/chunks.js';
import { importRows } from '../../support/importing.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
let id: string;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
  ({ id } = await aStoredService(service, shop));
});
afterAll(() => service.stop());

const sent = (path: string, body: string): Promise<Answer> => shop.full.send('POST', path, { body });
const priced = (price: string): Promise<Answer> => sent('/api/v1/services/update_price', `{"id":"${id}","base_price":${price}}`);
const parsed = (text: string): unknown => parseJson(Buffer.from(text));

const TOO_EXACT = [
  '4.99999999999999999999',
  '5.00000000000000000001',
  '99999999.120000001',
  '74.18000000000001',
  '499999999999999999999e-20',
  '4.99999999999999999999E0',
  '1e-400',
];

describe('an amount with more decimals than its currency', () => {
  it.each(TOO_EXACT)('is refused although a double would round it to an amount: %s', async (written) => {
    const { status, body } = await priced(written);
    expect({ status, code: body.error?.code }).toEqual({ status: 422, code: 'validation_error' });
    expect(body.error.message).toMatch(/^base_price: must (have at most 2 decimals in CAD|be an amount in CAD)/);
  });

  it.each(TOO_EXACT)('is refused by a tool: %s', async (written) => {
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"services.update_price","arguments":{"id":"${id}","base_price":${written}}}}`;
    const { body } = await sent('/api/mcp', call);
    expect(body.result.isError).toBe(true);
    expect(body.result.content[0].text).toContain('base_price: must ');
  });

  it.each(TOO_EXACT)('is refused in a line of an import: %s', async (written) => {
    const line = `{"external_id":"s","name":"Wash","category":"Detailing","pricing_model":"flat","base_price":${written}}`;
    const rows: object[] = [];
    for await (const some of ndjsonRows(chunksOf(line, 7), BEGINNING)) for (const row of some) rows.push(row);
    const [{ values }] = rows as [{ values: Record<string, unknown> }];
    const { errors } = await importRows(service, shop, 'services', [values]);
    expect(errors).toEqual([expect.objectContaining({ column: 'base_price', reason: expect.stringMatching(/^must /) })]);
  });
});

it('a whole number is refused when it only looks whole as a double', async () => {
  const { status, body } = await sent('/api/v1/tasks/list', '{"limit":25.0000000000000000001}');
  expect([status, body.error.message]).toEqual([422, expect.stringMatching(/^limit: must be a whole number/)]);
});

it.each([
  ['5.00000000000000000000', 5],
  ['500000000000000000000e-20', 5],
  ['0.00000000000000000000000', 0],
  ['0e-999', 0],
  ['12.50', 12.5],
  ['99999999.990000000000000', 99_999_999.99],
])('an amount is accepted however many zeros it ends with: %s', async (written, price) => {
  const { status, body } = await priced(written);
  expect([status, body.data?.base_price]).toEqual([200, price]);
});

it('long numbers within texts and names stay as they are', () => {
  const text = String.raw`{"a":"4.99999999999999999999","4.99999999999999999999":"\"4.99999999999999999999\\","b":["\\",1e-7]}`;
  expect(parsed(text)).toEqual(JSON.parse(text));
  expect(parsed(text.replace('1e-7', '4.99999999999999999999'))).toEqual({
    ...JSON.parse(text),
    b: ['\\', expect.closeTo(5, 10)],
  });
});

it('numbers with at most fifteen digits, and numbers that doubles wrote, are read as JSON.parse reads them', () => {
  const short = fc
    .tuple(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }), fc.integer({ min: -300, max: 290 }))
    .map(([digits, exponent]) => `${digits}e${exponent}`);
  const double = fc.double({ noNaN: true, noDefaultInfinity: true }).map(String);
  const written = fc.oneof(short, double).map((number) => `{"number":[${number}],"text":"12345678901234567890"}`);
  fc.assert(fc.property(written, (text) => expect(parsed(text)).toEqual(JSON.parse(text))));
});

it('a number with too many digits is found at any place of a body', () => {
  const around = fc.string({ unit: fc.constantFrom('a', '1', '.', '-'), maxLength: 40 });
  fc.assert(
    fc.property(around, around, (before, after) => {
      const read = parsed(`{"a":"${before}","b":4.99999999999999999,"c":"${after}"}`);
      expect(read).toEqual({ a: before, b: expect.closeTo(5, 10), c: after });
      expect(read).not.toHaveProperty('b', 5);
    }),
  );
});

it('an amount with a digit too many is never read as an amount', () => {
  const amount = fc.tuple(
    fc.integer({ min: 0, max: 99_999_999 }),
    fc.integer({ min: 0, max: 99 }),
    fc.integer({ min: 0, max: 25 }),
  );
  fc.assert(
    fc.property(amount, fc.integer({ min: 1, max: 9 }), ([whole, cents, zeros], last) => {
      const written = `${whole}.${String(cents).padStart(2, '0')}${'0'.repeat(zeros)}${last}`;
      const [number] = parsed(`[${written}]`) as [number];
      expect(String(number)).not.toMatch(/^\d+(\.\d{1,2})?$/);
    }),
    { numRuns: 2000 }, // many runs, because only few of these numbers are so close to an amount that they could be read as one
  );
});
