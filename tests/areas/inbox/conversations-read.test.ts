import { aConversation } from '../../support/builders/a-conversation.js';
import { aCustomer } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
});
afterAll(() => service.stop());

it('answers a thread with its customer', async () => {
  const contact = { name: 'Dana Whitfield', phone: '+16135550142', email: 'dana@example.com', consent_source: 'web_form' };
  const customer = await aCustomer(shop.full, contact);
  const { id } = await aConversation(service, shop, { customerId: customer.id, contactNumber: customer.phone });
  const { status, body } = await shop.read.get(`/conversations/${id}`);
  expect([status, body.data]).toEqual([
    200,
    {
      conversation: expect.objectContaining({ id, customer_id: customer.id, contact_number: '+16135550142', unread: false }),
      customer_id: customer.id,
      customer_name: 'Dana Whitfield',
      customer_phone: '+16135550142',
      customer_email: 'dana@example.com',
      texting_blocked: false,
      marketing_consent: true,
    },
  ]);
});

it('answers a stranger’s thread with nulls', async () => {
  const { id } = await aConversation(service, shop, { contactNumber: null, subject: 'Brakes' });
  expect((await shop.read.get(`/conversations/${id}`)).body.data).toMatchObject({
    conversation: { id, subject: 'Brakes' },
    ...{ customer_id: null, customer_name: null, customer_phone: null, customer_email: null },
    ...{ texting_blocked: false, marketing_consent: false },
  });
});

it('shows a nameless customer as null', async () => {
  const customer = await aCustomer(shop.full);
  await service.sql('update customers set name = null where shop_id = $1 and id = $2', [shop.id, customer.id]);
  const { id } = await aConversation(service, shop, { customerId: customer.id });
  expect((await shop.read.get(`/conversations/${id}`)).body.data.customer_name).toBeNull();
});
