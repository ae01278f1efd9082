import { ShopOperationsError, type Message, type ShopOperations } from '../../../client/source/shop-operations.js';
import { aPhoneNumber } from '../../support/builders/a-phone-number.js';
import { aCustomer } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { clientOf } from './clients.js';

let service: TestService;
let shop: TestShop;
let client: ShopOperations;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
  client = clientOf(shop.full);
});
afterAll(() => service.stop());

const failureOf = async (call: Promise<unknown>): Promise<ShopOperationsError> => {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ShopOperationsError)) throw new Error(`the call did not fail as a call of the client: ${String(error)}`);
  return error;
};

describe('a call of the client', () => {
  it('answers the data of a record, which other calls then know', async () => {
    const lead = await client.leads.create({ name: 'Dana Whitfield', phone: '613 555 0142' });
    expect(lead).toMatchObject({ name: 'Dana Whitfield', phone: '+16135550142', status: 'new' });
    expect(await client.leads.update({ id: lead.id, status: 'contacted' })).toMatchObject({ id: lead.id, status: 'contacted' });
    expect(await client.leads.read({ id: lead.id })).toMatchObject({ status: 'contacted' });
    expect(await client.account.read()).toMatchObject({ shop: { id: shop.id }, key: { scope: 'full' } });
  });

  it('goes by the name of an operation, too', async () => {
    const { id } = await client.request('leads.create', { name: 'Dana Whitfield' });
    expect(await client.request('leads.list', {}).all({ max: 5 })).toMatchObject([{ id }]);
  });

  it('takes an address of the API, and an end with a slash', async () => {
    for (const end of ['/', '/api/v1', '/api/v1/'])
      expect(await clientOf(shop.full, { baseUrl: `${service.url}${end}` }).account.read()).toMatchObject({
        shop: { id: shop.id },
      });
  });

  it('may have the key of another shop', async () => {
    const other = await service.shop();
    expect(await client.withKey(String(other.full.token)).account.read()).toMatchObject({ shop: { id: other.id } });
    expect(await client.account.read()).toMatchObject({ shop: { id: shop.id } });
  });

  it('answers nothing for a record that is gone', async () => {
    const { id, secret } = await client.webhooks.create({ url: 'https://1.1.1.1/shop' });
    expect(secret).toMatch(/^whsec_/);
    expect(await client.webhooks.delete({ id })).toBeUndefined();
    expect(await client.webhooks.list().all({ max: 5 })).toEqual([]);
  });

  it('does not show its key', () => {
    expect(JSON.stringify(client)).not.toContain(String(shop.full.token));
  });
});

describe('a refusal', () => {
  it('names code, status, field and request', async () => {
    expect(await failureOf(client.leads.create({ name: '' }))).toMatchObject({
      ...{ name: 'ShopOperationsError', code: 'validation_error', status: 422, field: 'name', retryable: false, existing: null },
      requestId: expect.stringMatching(/.{8}/),
      message: expect.stringMatching(/^name: /),
      help: 'https://shop.example/docs/errors#validation_error',
    });
    expect(await failureOf(client.leads.read({ id: 'nobody' }))).toMatchObject({ code: 'not_found', status: 404, field: null });
    const reader = clientOf(shop.read);
    expect(await failureOf(reader.leads.create({ name: 'Dana' }))).toMatchObject({ code: 'insufficient_scope', status: 403 });
  });

  it('comes before the call when a field of the path is missing', async () => {
    const input = { lead_id: 'L1' } as unknown as { id: string };
    expect(await failureOf(client.leads.read(input))).toMatchObject({
      code: 'validation_error',
      field: 'id',
      message: 'id: is required',
    });
  });

  it('of a duplicate has the record that is there', async () => {
    const { id } = await aCustomer(shop.full, { phone: '613 555 0142' });
    const error = await failureOf(client.customers.create({ name: 'Dana', phone: '613 555 0142', consent_source: 'unknown' }));
    expect(error).toMatchObject({ code: 'conflict', existing: { id, url: `${service.url}/api/v1/customers/${id}` } });
  });

  it('comes for a name that the service does not know, with the nearest one', async () => {
    const input = { naem: 'Dana', name: 'Dana Whitfield' };
    const error = await failureOf(client.leads.create(input));
    expect([error.field, error.message]).toEqual(['naem', 'naem: is not known; did you mean name?']);
  });
});

describe('a thread and a teammate have one name each', () => {
  async function textTo(phone: string): Promise<Message> {
    await aPhoneNumber(service, shop, { is_primary: true });
    const customer = await client.customers.create({ name: 'Dana Whitfield', phone });
    return client.comms.sendText({ customer_id: customer.id, body: 'Your car is ready.' });
  }

  it('in inputs, answers and errors', async () => {
    const text = await textTo('613 555 0142');
    const { conversation_id } = text;
    expect(text).not.toHaveProperty('conversation');
    const task = await client.tasks.create({ title: 'Call back', conversation_id });
    expect(task).toMatchObject({ conversation_id, assigned_to: null });
    expect(await client.tasks.list({ conversation_id }).all({ max: 5 })).toMatchObject([{ id: task.id, conversation_id }]);
    expect(await client.messages.list({ conversation_id }).all({ max: 5 })).toMatchObject([{ id: text.id, conversation_id }]);
    expect(await client.comms.listMessages({ conversation_id }).all({ max: 5 })).toMatchObject([
      { id: text.id, conversation_id },
    ]);
    expect(await client.conversations.read({ id: conversation_id })).toMatchObject({ conversation: { id: conversation_id } });
    expect(await client.comms.resolveContact({ phone: '613 555 0142' })).toMatchObject({ matches: [{ conversation_id }] });
    expect(await failureOf(client.tasks.create({ title: 'x', conversation_id: 'y' }))).toMatchObject({
      field: 'conversation_id',
    });
  });

  it('when a task or a thread is given to somebody', async () => {
    const person = await client.staff.create({ name: 'Morgan Ellis', role: 'advisor' });
    const assigned_to = person.user_id;
    const task = await client.tasks.create({ title: 'Call back', assigned_to });
    expect(task).toMatchObject({ assigned_to, assignee_name: 'Morgan Ellis' });
    expect(await client.tasks.change({ id: task.id, assigned_to })).toMatchObject({ assigned_to });
    expect(await client.tasks.list({ assigned_to }).all({ max: 5 })).toMatchObject([{ id: task.id }]);
    const { conversation_id: id } = await textTo('613 555 0142');
    expect(await client.conversations.change({ id, assigned_to })).toMatchObject({ assigned_to });
  });
});
