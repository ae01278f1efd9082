import { aCustomer } from 'shop-operations-api/tests/support/builders/records.js';
import { startTestService, type TestService } from 'shop-operations-api/tests/support/service.js';
import { loyalty } from '../extension.js';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ extensions: [loyalty] });
});
afterAll(() => service.stop());

test('a customer has the number of a loyalty card', async () => {
  const shop = await service.shop();
  const { id } = await aCustomer(shop.full, { x_loyalty_number: 'L-17' });
  expect((await shop.read.get(`/customers/${id}`)).body.data.x_loyalty_number).toBe('L-17');
  const refused = await shop.full.patch(`/customers/${id}`, { x_loyalty_number: 'x'.repeat(41) });
  expect(refused.body.error.message).toBe('x_loyalty_number: must be at most 40 characters');
});
