import { aCustomer, created } from '../../support/builders/records.js';
import { eventsOf } from '../../support/outbox.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
const NOW = '2026-03-02T15:00:00.000Z';

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

describe('POST /customers', () => {
  it('creates a customer, in lower case and E.164, without tags', async () => {
    const answer = await shop.full.post('/customers', {
      name: ' Dana  Whitfield ',
      email: 'DANA@Example.com',
      phone: '613 555 0142',
    });
    const { id } = answer.body.data;
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        data: {
          id,
          name: 'Dana  Whitfield',
          email: 'dana@example.com',
          phone: '+16135550142',
          city: null,
          region: null,
          postal_code: null,
          tags: [],
          is_vip: false,
          external_id: null,
          metadata: {},
          created_at: NOW,
          updated_at: expect.any(String),
        },
      },
    ]);
    expect(answer.headers.get('location')).toBe(`/api/v1/customers/${id}`);
    expect((await shop.read.get(`/customers/${id}`)).body).toEqual(answer.body);
    expect(await eventsOf(service, { id })).toEqual([{ type: 'customer.created', data: answer.body.data, created_at: NOW }]);
  });

  it('needs an e-mail or a phone, and one is enough', async () => {
    for (const none of [{}, { email: null }, { email: '', phone: ' ' }]) {
      const answer = await shop.full.post('/customers', { name: 'Dana', ...none });
      expect([answer.status, answer.body.error.message]).toEqual([422, 'email: a customer needs an email or a phone']);
    }
    await created(shop.full, '/customers', { name: 'Dana', email: 'dana@example.com', phone: '' });
    await created(shop.full, '/customers', { name: 'Dana', phone: '613 555 0142', email: null });
  });
});

describe('a customer with an e-mail or a phone that another customer has', () => {
  it('is refused by the e-mail in any case, and the error names the customer that has it', async () => {
    const dana = await aCustomer(shop.full, { email: 'dana@example.com' });
    const answer = await shop.full.post('/customers', { name: 'Other', email: 'DANA@example.com', phone: '613 555 0142' });
    const message = `this email already belongs to a customer (existing id: ${dana.id})`;
    expect([answer.status, answer.body]).toEqual([409, { error: { code: 'conflict', message } }]);
    expect(answer.headers.get('location')).toBe(`/api/v1/customers/${dana.id}`);
  });

  it('is refused by the phone in any spelling', async () => {
    const dana = await aCustomer(shop.full, { phone: '613 555 0142' });
    const answer = await shop.full.post('/customers', { name: 'Other', phone: '+1 (613) 555-0142' });
    expect([answer.status, answer.body.error.message]).toEqual([
      409,
      `this phone already belongs to a customer (existing id: ${dana.id})`,
    ]);
  });

  it('is refused with the owner of the e-mail named first, when both are taken', async () => {
    const phone = await aCustomer(shop.full, { phone: '613 555 0142' });
    const email = await aCustomer(shop.full, { email: 'dana@example.com' });
    const answer = await shop.full.post('/customers', { name: 'Other', phone: '613 555 0142', email: 'dana@example.com' });
    expect(answer.headers.get('location')).toBe(`/api/v1/customers/${email.id}`);
    expect(answer.body.error.message).not.toContain(phone.id);
  });

  it('is neither stored nor announced', async () => {
    const counts = `select (select count(*) from customers where shop_id = $1) as customers, (select count(*) from outbox where shop_id = $1) as events`;
    await aCustomer(shop.full, { email: 'dana@example.com' });
    await shop.full.post('/customers', { name: 'Other', email: 'dana@example.com' });
    expect(await service.sql(counts, [shop.id])).toEqual([{ customers: 1, events: 1 }]);
  });

  it('is accepted when the other record is a lead or in another shop', async () => {
    const fields = { name: 'Dana', email: 'dana@example.com', phone: '613 555 0142' };
    await created(shop.full, '/leads', fields);
    await created(shop.full, '/customers', fields);
    await created((await service.shop()).full, '/customers', fields);
  });
});

describe('consent', () => {
  const stored = async (fields: object): Promise<unknown> => {
    const { id } = await aCustomer(shop.full, fields);
    const [row] = await service.sql(
      'select consent_source, consent_captured_at, consent_note from customers where shop_id = $1 and id = $2',
      [shop.id, id],
    );
    return row;
  };

  it('is unknown unless the call gives it', async () => {
    expect(await stored({})).toEqual({ consent_source: 'unknown', consent_captured_at: null, consent_note: null });
  });

  it.each([{ consent_source: 'unknown' }, {}, { consent_source: null }, { consent_source: '' }])(
    'has no time when its source is %j, and the time is not read',
    async (source) => {
      for (const consent_captured_at of ['yesterday', '2099-01-01T00:00:00Z', 5, {}, null, '2026-01-01T00:00:00Z']) {
        expect(await stored({ ...source, consent_captured_at })).toEqual({
          consent_source: 'unknown',
          consent_captured_at: null,
          consent_note: null,
        });
      }
    },
  );

  it('cannot have a time in the future', async () => {
    const fields = { name: 'Dana', email: 'dana@example.com', consent_source: 'web_form' };
    const future = await shop.full.post('/customers', { ...fields, consent_captured_at: '2026-03-02T15:00:00.001Z' });
    expect([future.status, future.body.error.message]).toEqual([422, 'consent_captured_at: must not be in the future']);
    await created(shop.full, '/customers', { ...fields, consent_captured_at: NOW });
  });
});
