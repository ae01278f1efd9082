import { fillShop, type ShopRecords } from '../../support/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
let records: ShopRecords;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
  records = await fillShop(service, shop);
});
afterAll(() => service.stop());

const ASSIGNEES = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'tasks.assignees', arguments: {} } };

describe('one server object per request', () => {
  it('never shows one caller data of another, in 200 calls of two shops at once', async () => {
    const other = await service.shop({ name: 'Southside Tires' });
    const theirs = await fillShop(service, other);
    const calls = Array.from({ length: 200 }, (_, index) => {
      const [api, mine] = index % 2 === 0 ? [shop.full, records] : [other.full, theirs];
      const message = { ...ASSIGNEES, id: `call-${index}` };
      return api.rpc(message).then(({ body }) => ({ id: body.id, items: body.result.structuredContent.items, index, mine }));
    });
    for (const { id, items, index, mine } of await Promise.all(calls)) {
      expect(id).toBe(`call-${index}`);
      expect(items).toEqual([expect.objectContaining({ staff_id: mine.staffUser })]);
    }
  });
});
