import { sharedTestService, type TestService } from '../../support/service.js';
import { clientOf } from './clients.js';
import { writeThroughCuts } from './writing.js';

const WRITES = 300;
const SEED = 20_260_302;
let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

it(`no write is lost and none happens twice, though connections are cut (seed ${SEED})`, async () => {
  const shop = await service.shop();
  const { ids, cuts } = await writeThroughCuts(shop.full, WRITES, SEED);
  expect(cuts).toBeGreaterThan(WRITES / 40);
  const stored: [string, string][] = [];
  for await (const { name, id } of clientOf(shop.read).leads.list({ limit: 100 })) stored.push([name, id]);
  expect(stored.sort()).toEqual([...ids].sort());
});
