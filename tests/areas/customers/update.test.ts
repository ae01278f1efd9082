import { aCustomer } from '../../support/builders/records.js';
import { eventsOf, eventTypesOf } from '../../support/outbox.js';
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

describe('PATCH /customers/{id}', () => {
  it('changes what is given and leaves the rest', async () => {
    const dana = await aCustomer(shop.full, { email: 'dana@example.com', phone: '613 555 0142' });
    for (const [given, shown] of [
      [{ name: ' Dana W ' }, { name: 'Dana W' }],
      [{ email: 'D@Example.com' }, { email: 'd@example.com' }],
      [{ phone: '613-555-0143' }, { phone: '+16135550143' }],
      [{ tags: ['fleet', ' VIP ', 'fleet', 'Fleet'] }, { tags: ['fleet', 'VIP', 'Fleet'] }],
      [{ is_vip: true }, { is_vip: true }],
      [
        { is_vip: false, tags: [] },
        { is_vip: false, tags: [] },
      ],
      [
        { city: ' Ottawa ', region: 'ON', postal_code: 'K1A 0A6' },
        { city: 'Ottawa', region: 'ON', postal_code: 'K1A 0A6' },
      ],
      [
        { city: null, region: null },
        { city: null, region: null },
      ],
    ]) {
      const before = (await shop.read.get(`/customers/${dana.id}`)).body.data;
      const answer = await shop.full.patch(`/customers/${dana.id}`, given);
      expect([answer.status, answer.body.data]).toEqual([200, { ...before, ...shown, updated_at: expect.any(String) }]);
      expect((await shop.read.get(`/customers/${dana.id}`)).body).toEqual(answer.body);
    }
  });

  it('clears an e-mail or a phone by null, as long as the other stays', async () => {
    const dana = await aCustomer(shop.full, { email: 'dana@example.com', phone: '613 555 0142' });
    expect((await shop.full.patch(`/customers/${dana.id}`, { email: null })).body.data).toMatchObject({
      email: null,
      phone: '+16135550142',
    });
    const bare = await shop.full.patch(`/customers/${dana.id}`, { phone: null });
    expect([bare.status, bare.body.error.message]).toEqual([422, 'email: a customer needs an email or a phone']);
    expect((await shop.full.patch(`/customers/${dana.id}`, { email: 'new@example.com', phone: null })).status).toBe(200);
    expect((await shop.full.patch(`/customers/${dana.id}`, { email: null, phone: null })).status).toBe(422);
    expect((await shop.read.get(`/customers/${dana.id}`)).body.data).toMatchObject({ email: 'new@example.com', phone: null });
  });

  it('accepts 50 tags of 60 characters', async () => {
    const tags = Array.from({ length: 50 }, (_, index) => '😀'.repeat(58) + String(index).padStart(2, '0'));
    const dana = await aCustomer(shop.full);
    expect((await shop.full.patch(`/customers/${dana.id}`, { tags })).body.data.tags).toEqual(tags);
  });

  it('keeps tags unchanged: quotes, commas, braces and NULL', async () => {
    const tags = ['a,b', '{x}', '"q"', 'back\\slash', 'NULL', "it's"];
    const dana = await aCustomer(shop.full);
    await shop.full.patch(`/customers/${dana.id}`, { tags });
    expect((await shop.read.get(`/customers/${dana.id}`)).body.data.tags).toEqual(tags);
  });
});

it('a corrected address is told with the old one, and the same address again is no change', async () => {
  const dana = await aCustomer(shop.full);
  await shop.full.patch(`/customers/${dana.id}`, { city: 'Ottawa' });
  await shop.full.patch(`/customers/${dana.id}`, { city: 'Ottawa', postal_code: null });
  const [, ...more] = await eventsOf(service, dana);
  expect(more).toMatchObject([{ type: 'customer.updated', data: { city: 'Ottawa', previous: { city: null } } }]);
});

describe('the duplicate guard', () => {
  it('names the customer that holds the e-mail, before the one that holds the phone', async () => {
    const phone = await aCustomer(shop.full, { phone: '613 555 0142' });
    const email = await aCustomer(shop.full, { email: 'taken@example.com' });
    const dana = await aCustomer(shop.full);
    const both = await shop.full.patch(`/customers/${dana.id}`, { phone: '6135550142', email: 'TAKEN@example.com' });
    expect([both.status, both.body.error.message]).toEqual([
      409,
      `this email already belongs to a customer (existing id: ${email.id})`,
    ]);
    expect(both.headers.get('location')).toBe(`/api/v1/customers/${email.id}`);
    const one = await shop.full.patch(`/customers/${dana.id}`, { phone: '6135550142' });
    expect([one.status, one.body.error.message]).toEqual([
      409,
      `this phone already belongs to a customer (existing id: ${phone.id})`,
    ]);
    expect((await shop.read.get(`/customers/${dana.id}`)).body.data).toEqual(dana);
    expect(await eventTypesOf(service, dana)).toEqual(['customer.created']);
  });

  it('lets a customer keep its own values', async () => {
    const dana = await aCustomer(shop.full, { email: 'dana@example.com', phone: '613 555 0142' });
    const same = await shop.full.patch(`/customers/${dana.id}`, { email: 'DANA@example.com', phone: '613-555-0142' });
    expect([same.status, same.body.data]).toEqual([200, dana]);
    expect((await shop.full.patch(`/customers/${dana.id}`, { email: 'dana@example.com', name: 'New' })).status).toBe(200);
  });

  it('lets another customer use a value that was cleared', async () => {
    const dana = await aCustomer(shop.full, { email: 'dana@example.com', phone: '613 555 0142' });
    await shop.full.patch(`/customers/${dana.id}`, { email: null });
    expect((await aCustomer(shop.full, { email: 'dana@example.com' })).id).not.toBe(dana.id);
  });
});

describe('a change of a customer', () => {
  it('announces the customer as it is answered, and its previous values', async () => {
    const dana = await aCustomer(shop.full);
    const { body } = await shop.full.patch(`/customers/${dana.id}`, { tags: ['fleet'], is_vip: true, name: dana.name });
    const [, updated, ...more] = await eventsOf(service, dana);
    expect(more).toEqual([]);
    expect(updated).toEqual({
      type: 'customer.updated',
      created_at: NOW,
      data: { ...body.data, previous: { tags: [], is_vip: false } },
    });
  });

  it('announces nothing if nothing changed', async () => {
    const dana = await aCustomer(shop.full);
    await shop.full.patch(`/customers/${dana.id}`, { name: dana.name, email: dana.email, tags: [], is_vip: false });
    expect(await eventTypesOf(service, dana)).toEqual(['customer.created']);
  });
});
