import { randomUUID } from 'node:crypto';
import type { Service } from '../../../domain/services/service.js';
import type { Answer } from '../../support/api.js';
import { aTieredService, money } from '../../support/builders/a-service.js';
import { aStoredService } from '../../support/builders/a-stored-service.js';
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

const offer = (fields: Partial<Service>): Promise<Service> => aStoredService(service, shop, fields);
const ask = (services: readonly Pick<Service, 'id'>[], more: object = {}): Promise<Answer> =>
  shop.read.post('/booking/deposit_due', { service_ids: services.map(({ id }) => id), ...more });
const problem = async (answer: Promise<Answer>): Promise<unknown> => {
  const { status, body } = await answer;
  return [status, body.error.message];
};

it('sums prices and deposits, with the items in the order of the ids', async () => {
  const coating = await offer({ basePrice: money(89_950), depositType: 'percent', depositValue: 2000 });
  const wash = await offer({ basePrice: money(5000), depositType: 'fixed', depositValue: 9900 });
  const detail = await offer(aTieredService());
  const { status, body } = await ask([wash, detail, coating], { vehicle_size: 'suv' });
  expect([status, body.data]).toEqual([
    200,
    {
      currency: 'CAD',
      subtotal: 1199.5,
      deposit_due: 229.9,
      items: [
        { service_id: wash.id, price: 50, deposit: 50 },
        { service_id: detail.id, price: 250, deposit: 0 },
        { service_id: coating.id, price: 899.5, deposit: 179.9 },
      ],
    },
  ]);
});

it('answers 404 for a service that is unknown, another shop’s or no longer sold', async () => {
  const mine = await offer({});
  const other = await aStoredService(service, await service.shop());
  for (const { id } of [{ id: randomUUID() as Service['id'] }, other]) {
    expect(await problem(ask([mine, { id }]))).toEqual([404, 'service not found: entry 2 is no service of this shop']);
  }
  const retired = await offer({ name: 'Old coating', active: false });
  expect(await problem(ask([retired]))).toEqual([404, 'service not found: Old coating is no longer sold']);
  const refused = await shop.read.tool('booking.deposit_due', { service_ids: [retired.id] });
  expect(refused.content[0].text).toBe('service_ids: Old coating is no longer sold. Find it with services.list.');
});

it('takes 1 to 10 ids, and names the list and the entry that is none', async () => {
  const { id } = await offer({});
  const sent = (ids: unknown): Promise<unknown> => problem(shop.read.post('/booking/deposit_due', { service_ids: ids }));
  const form = 'service_ids: must be a list of 1 to 10 UUIDs';
  for (const wrong of [[], Array(11).fill(id), id, { 0: id }])
    expect(await sent(wrong)).toEqual([422, `${form}: ids from services.list`]);
  expect(await sent([id, 'oil change'])).toEqual([422, `${form}, and entry 2 is none: ids from services.list`]);
  expect(await sent(undefined)).toEqual([422, 'service_ids: service_ids is required']);
  expect((await ask(Array<{ id: Service['id'] }>(10).fill({ id }))).body.data).toMatchObject({ subtotal: 9000 });
});
