import { importRows, type ImportOptions, type Imported, type Row } from '../../support/importing.js';
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

const bring = (rows: readonly Row[], options: ImportOptions = { announce: true }): Promise<Imported> =>
  importRows(service, shop, 'reviews', rows, options);
const events = (): Promise<{ type: string; data: Row; cause: Row }[]> =>
  service.sql(`select type, data, cause from outbox where shop_id = $1 and type <> 'records.imported' order by id`, [shop.id]);
const listed = async (): Promise<Row[]> => (await shop.read.post('/reviews/list', {})).body.data.items;

describe('an import of reviews that announces them', () => {
  it('announces each new public review as the API lists it, with a cause', async () => {
    await bring([
      { external_id: 'a', stars: 5, comment: 'Shiny.' },
      { external_id: 'b', stars: 1, public: false },
    ]);
    const [review] = await listed();
    const announced = await events();
    expect(announced).toEqual([{ type: 'review.received', data: review, cause: expect.anything() }]);
    expect(announced[0]?.cause).toMatchObject({ operation: 'reviews.import', request_id: null, key_id: null });
  });

  it('announces nothing twice, and nothing of a review that was there already', async () => {
    await bring([{ external_id: 'old', stars: 4 }], {});
    const rows = [
      { external_id: 'old', stars: 3 },
      { external_id: 'new', stars: 5 },
    ];
    await bring(rows);
    await bring(rows);
    expect((await events()).map(({ data }) => data['stars'])).toEqual([5]);
  });

  it('announces in the transaction of the batch: what is rolled back is announced by nobody', async () => {
    const beforeCommit = (): Promise<never> => Promise.reject(new Error('the process dies'));
    await expect(bring([{ external_id: 'a', stars: 5 }], { announce: true, beforeCommit })).rejects.toThrow('dies');
    expect([await events(), await listed()]).toEqual([[], []]);
  });

  it('announces at the end of a strict import, and never in a dry run', async () => {
    const rows = [
      { external_id: 'a', stars: 5 },
      { external_id: 'b', stars: 4 },
    ];
    await bring(rows, { announce: true, dryRun: true });
    await bring([...rows, { external_id: 'c', stars: 9 }], { announce: true, strict: true });
    expect(await events()).toEqual([]);
    await bring(rows, { announce: true, strict: true });
    expect((await events()).map(({ data }) => data['stars'])).toEqual([5, 4]);
  });
});
