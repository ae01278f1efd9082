import { importRows, type Imported, type Row } from '../../support/importing.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

beforeEach(async () => {
  shop = await service.shop();
});

const bring = (...rows: readonly Row[]): Promise<Imported> => importRows(service, shop, 'reviews', rows);
const list = async (input: object = {}): Promise<{ total: number; items: Row[] }> =>
  (await shop.read.post('/reviews/list', input)).body.data;
const total = async (input: object): Promise<number> => (await list(input)).total;

describe('an import of reviews', () => {
  it('shows all given values', async () => {
    await importRows(service, shop, 'customers', [{ external_id: 'C', name: 'Dana', email: 'dana@example.com' }]);
    const fields = {
      reviewer_name: 'Dana W.',
      stars: 4,
      comment: 'Fine.\nReally.',
      reply: 'Thanks',
      replied_at: '2024-05-24T12:00:00.000Z',
      left_at: '2024-05-23T12:00:00.000Z',
    };
    await bring({ external_id: 'R', ...fields, customer_external_id: 'C' });
    const [review] = (await list()).items;
    const customer = (await shop.read.get('/customers')).body.data[0].id as string;
    expect(review).toEqual({ id: review!['id'], customer_id: customer, ...fields });
  });

  it('keeps the exact totals by stars and replies, of public reviews only', async () => {
    await bring(
      { external_id: 'a', stars: 5 },
      { external_id: 'b', stars: 1, reply: 'Sorry' },
      { external_id: 'c' },
      { external_id: 'd', stars: 5, public: false },
    );
    const totals = (): Promise<number[]> =>
      Promise.all([{}, { min_stars: 4 }, { max_stars: 3 }, { unanswered_only: true }].map(total));
    expect(await totals()).toEqual([3, 1, 1, 2]);
    await bring(
      { external_id: 'a', public: false },
      { external_id: 'b', reply: null, stars: null },
      { external_id: 'd', public: null },
      { external_id: 'c', stars: 2 },
    );
    expect(await totals()).toEqual([3, 1, 1, 3]);
  });

  it('clears values that a later row leaves empty, and the time of a reply with the reply', async () => {
    const row = {
      external_id: 'R',
      reviewer_name: 'D',
      stars: 5,
      comment: 'x',
      reply: 'y',
      replied_at: '2024-05-24T12:00:00Z',
      left_at: '2024-05-23T12:00:00Z',
    };
    await bring(row);
    await bring({ external_id: 'R', reviewer_name: '', stars: null, comment: null, reply: null, left_at: null });
    expect((await list()).items).toMatchObject([
      { reviewer_name: null, stars: null, comment: null, reply: null, replied_at: null, left_at: null },
    ]);
  });

  it.each([
    [{ stars: 0 }, 'stars', 'must be a whole number from 1 to 5'],
    [{ stars: 6 }, 'stars', 'must be a whole number from 1 to 5'],
    [{ stars: 4.5 }, 'stars', 'must be a whole number from 1 to 5'],
    [{ replied_at: '2024-05-24T12:00:00Z' }, 'replied_at', 'must be empty if there is no reply'],
  ])('refuses %j', async (fields, column, reason) => {
    expect(await bring(fields)).toMatchObject({ created: 0, errors: [{ line: 1, column, reason }] });
    expect((await list()).total).toBe(0);
  });

  it('reads the texts of CSV cells', async () => {
    await importRows(service, shop, 'reviews', [{ stars: '5', public: 'false' }, { stars: '4', public: '' }, { stars: '4,5' }], {
      isText: true,
    });
    expect((await list()).items).toMatchObject([{ stars: 4 }]);
  });
});
