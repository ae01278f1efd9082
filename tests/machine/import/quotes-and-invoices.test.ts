import type { Answer } from '../../support/api.js';
import { aCustomer } from '../../support/builders/records.js';
import { importRows, type Imported, type Row } from '../../support/importing.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

interface Desk {
  readonly shop: TestShop;
  readonly customer: string;
  readonly bring: (...rows: readonly Row[]) => Promise<Imported>;
  /** the records, the highest number first */
  readonly listed: () => Promise<Answer['body'][]>;
}

/** A shop with one customer, and an import of quotes or of invoices of that customer. */
async function deskFor(kind: 'quotes' | 'invoices', given: Parameters<TestService['shop']>[0] = {}): Promise<Desk> {
  const shop = await service.shop(given);
  const { id: customer } = await aCustomer(shop.full);
  return {
    shop,
    customer,
    bring: (...rows) =>
      importRows(
        service,
        shop,
        kind,
        rows.map((row) => ({ customer_id: customer, ...row })),
      ),
    listed: async () => {
      const { body } = await shop.read.get(`/${kind}?limit=100${kind === 'invoices' ? '&imported=true' : ''}`);
      return (body.data as { number: number }[]).sort((one, other) => other.number - one.number);
    },
  };
}

describe.each(['quotes', 'invoices'] as const)('an import of %s', (kind) => {
  it('reads amounts in the decimals of the shop’s currency, and refuses others', async () => {
    const { bring, listed } = await deskFor(kind, { currency: 'JPY' });
    const { errors } = await bring({ total: 1500 }, { total: 1500.5 }, { total: -1 }, { total: 10_000_000_001 }, { total: '7' });
    expect(errors.map(({ line, column }) => [line, column])).toEqual([2, 3, 4, 5].map((line) => [line, 'total']));
    expect(await listed()).toMatchObject([{ total: 1500 }]);
  });

  it('keeps numbers and assigns the next free one to records without', async () => {
    const { bring, listed } = await deskFor(kind);
    await bring({ number: 40, total: 1 }, { total: 2 });
    const { errors } = await bring({ total: 3 }, { number: 41, total: 4 }, { number: 43, total: 5 }, { total: 6 });
    expect((await listed()).map(({ number, total }) => [number, total])).toEqual([
      [45, 6],
      [44, 3],
      [43, 5],
      [41, 2],
      [40, 1],
    ]);
    expect(errors).toEqual([
      {
        line: 2,
        column: 'number',
        value: '41',
        reason: expect.stringMatching(/^already belongs to another (quote|invoice) \(existing id: [0-9a-f-]{36}\)$/),
      },
    ]);
  });

  it('lets two records swap numbers in one file, and keeps a number whose cell is empty', async () => {
    const { bring, listed } = await deskFor(kind);
    await bring({ external_id: 'a', number: 1, total: 1 }, { external_id: 'b', number: 2, total: 2 });
    expect(
      await bring({ external_id: 'a', number: 3 }, { external_id: 'b', number: 1 }, { external_id: 'a', number: 2 }),
    ).toMatchObject({ updated: 3 });
    await bring({ external_id: 'a', number: null });
    expect((await listed()).map(({ number, total }) => [number, total])).toEqual([
      [2, 1],
      [1, 2],
    ]);
  });

  it('reports when no further number is available', async () => {
    const { bring, listed } = await deskFor(kind);
    const { errors } = await bring({ number: 2_147_483_646, total: 1 }, { total: 1 });
    expect(errors).toEqual([]);
    expect((await bring({ total: 2 }, { number: 0, total: 2 }, { number: 7, total: 2 })).errors).toEqual([
      { line: 1, column: 'number', value: null, reason: 'the highest possible number is in use, so there is no next number' },
      { line: 2, column: 'number', value: '0', reason: 'must be a whole number from 1 to 2147483647' },
    ]);
    expect((await listed()).map(({ number }) => number)).toEqual([2_147_483_647, 2_147_483_646, 7]);
  });
});

describe('the balance of an imported invoice', () => {
  async function owed(...rows: readonly Row[]): Promise<{ balances: (number | null)[]; reasons: (string | null)[] }> {
    const { bring, listed } = await deskFor('invoices');
    const numbered = rows.map((row, index) => ({ external_id: `i-${index}`, number: 100 - index, total: 50, ...row }));
    const { errors } = await bring(...numbered);
    expect(await bring(...numbered.filter((_, index) => errors.every(({ line }) => line !== index + 1)))).toMatchObject({
      created: 0,
      updated: 0,
      skipped: 0,
    });
    return {
      balances: (await listed()).map(({ balance }) => balance as number | null),
      reasons: errors.map(({ column }) => column),
    };
  }

  it('is null for draft and void', async () => {
    expect(await owed({ status: 'draft', balance: 50 }, { status: 'void', balance: 20 }, { status: 'draft' })).toMatchObject({
      balances: [null, null, null],
    });
  });

  it('is 0 once the invoice is paid in full, and cannot be more', async () => {
    const { balances, reasons } = await owed(
      { status: 'paid' },
      { status: 'paid', balance: 0 },
      { status: 'paid', balance: null },
      { status: 'paid', balance: 3 },
    );
    expect(balances).toEqual([0, 0, 0]);
    expect(reasons).toEqual(['balance']);
  });

  it('is the given value, or by default: the total if open, 0 if refunded, null if partial', async () => {
    const rows = ['open', 'partial', 'refunded'].flatMap((status) => [
      { status, balance: 12.5 },
      { status },
      { status, balance: null },
    ]);
    expect(await owed(...rows)).toMatchObject({ balances: [12.5, 50, 50, 12.5, null, null, 12.5, 0, 0] });
  });

  it('is never more than the total', async () => {
    const { bring, listed } = await deskFor('invoices');
    const given = ['open', 'partial', 'refunded', 'draft'].map((status) => ({ status, total: 50, balance: 50.01 }));
    const refused = (line: number, value: string | null): object => ({
      line,
      column: 'balance',
      value,
      reason: 'cannot be more than the total',
    });
    expect((await bring(...given)).errors).toEqual([1, 2, 3, 4].map((line) => refused(line, '50.01')));
    await bring({ external_id: 'a', status: 'partial', total: 50, balance: 50 });
    expect((await bring({ external_id: 'a', total: 40 })).errors).toEqual([
      { line: 1, column: 'total', value: '40', reason: 'cannot be less than what is still owing' },
    ]);
    expect(await listed()).toMatchObject([{ total: 50, balance: 50 }]);
  });

  it('follows the total of an open invoice until another balance is given', async () => {
    const { bring, listed } = await deskFor('invoices');
    await bring(
      { external_id: 'a', number: 2, status: 'open', total: 100 },
      { external_id: 'b', number: 1, status: 'open', total: 100, balance: 30 },
    );
    for (const total of [200, 80]) {
      await bring({ external_id: 'a', total }, { external_id: 'b', total });
      expect((await listed()).map(({ balance }) => balance as number)).toEqual([total, 30]);
    }
  });

  it('becomes the default of its status if a later row leaves the cell empty', async () => {
    const { bring, listed } = await deskFor('invoices');
    await bring(
      ...['open', 'partial', 'refunded'].map((status, index) => ({
        external_id: status,
        number: 9 - index,
        status,
        total: 250,
        balance: 20,
      })),
    );
    await bring(...['open', 'partial', 'refunded'].map((external_id) => ({ external_id, balance: null })));
    expect((await listed()).map(({ balance }) => balance as number | null)).toEqual([250, null, 0]);
  });

  it('follows a new status if the row has no balance, and stays if the status stays', async () => {
    const { bring, listed } = await deskFor('invoices');
    await bring(
      { external_id: 'a', number: 2, status: 'partial', total: 50, balance: 20 },
      { external_id: 'b', number: 1, status: 'draft', total: 50 },
    );
    await bring({ external_id: 'a', total: 60 }, { external_id: 'b', status: 'open' });
    expect((await listed()).map(({ balance }) => balance as number)).toEqual([20, 50]);
    await bring({ external_id: 'a', status: 'paid' }, { external_id: 'b', status: 'void' });
    expect((await listed()).map(({ balance }) => balance as number | null)).toEqual([0, null]);
  });

  it('is listed with imported=true unless the import sets the origin service', async () => {
    const { shop, customer, bring } = await deskFor('invoices');
    await bring({ number: 1, total: 5, status: 'open' });
    await importRows(service, shop, 'invoices', [{ number: 2, total: 5, status: 'open', customer_id: customer }], {
      origin: 'service',
    });
    const numbers = async (query: string): Promise<number[]> =>
      (await shop.read.get(`/invoices${query}`)).body.data.map(({ number }: { number: number }) => number);
    expect([await numbers('?imported=true'), await numbers('')]).toEqual([[1], [2]]);
  });
});
