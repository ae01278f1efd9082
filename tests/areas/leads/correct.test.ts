import { EraseCustomer } from '../../../application/areas/customers/erase-customer.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import { aCustomer, aLead, created } from '../../support/builders/records.js';
import { ChangeReader } from '../../support/follow-changes.js';
import { importRows } from '../../support/importing.js';
import { eventsOf, eventTypesOf } from '../../support/outbox.js';
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

const dana = (): Promise<{ id: string }> =>
  created(shop.full, '/leads', { name: 'Dana Whitfield', email: 'dana@example.com', phone: '613 555 0142', source: 'fair' });

describe('a correction of a lead', () => {
  it.each([
    [{ name: ' Dana  Van Dyke ' }, { name: 'Dana Van Dyke' }],
    [{ name: 'Dana' }, { name: 'Dana' }],
    [
      { email: 'D@Example.com', source: 'web' },
      { email: 'd@example.com', source: 'web' },
    ],
    [{ phone: '(613) 555-0143' }, { phone: '+16135550143' }],
    [
      { email: null, phone: null, source: null },
      { email: null, phone: null, source: null },
    ],
  ])('stores %j in the form that a new lead has it', async (given, shown) => {
    const lead = await dana();
    const answer = await shop.full.patch(`/leads/${lead.id}`, given);
    expect([answer.status, answer.body.data]).toEqual([200, { ...lead, ...shown, updated_at: expect.any(String) }]);
    expect((await shop.read.get(`/leads/${lead.id}`)).body).toEqual(answer.body);
  });

  it.each([
    [/^name: must not be null$/, { name: null }],
    [/^name: /, { name: ' ' }],
    [/^name: /, { name: '\u200b' }],
    [/^email: is not an email address$/, { email: 'dana' }],
    [/^phone: is not a phone number$/, { phone: '555-0142' }],
    [/^source: /, { source: 'x'.repeat(121) }],
  ])('is refused with 422 %s, and changes nothing', async (message, given) => {
    const lead = await dana();
    const answer = await shop.full.patch(`/leads/${lead.id}`, { status: 'won', ...given });
    expect([answer.status, answer.body.error.message]).toEqual([422, expect.stringMatching(message)]);
    expect((await shop.read.get(`/leads/${lead.id}`)).body.data).toEqual(lead);
  });

  it('is told once as lead.updated with the old values, beside a new status', async () => {
    const lead = await dana();
    await shop.full.patch(`/leads/${lead.id}`, { name: 'Dana W', phone: '6135550143', status: 'contacted' });
    await shop.full.patch(`/leads/${lead.id}`, { name: 'Dana W', phone: '+1 613 555 0143', email: 'DANA@example.com' });
    const previous = { name: 'Dana Whitfield', phone: '+16135550142', status: 'new' };
    expect((await eventsOf(service, lead)).slice(1)).toMatchObject([
      { type: 'lead.status_changed', data: { previous } },
      { type: 'lead.updated', data: { name: 'Dana W', previous } },
    ]);
  });

  it('is found by its new name and phone, and not by the old ones', async () => {
    const lead = await dana();
    await shop.full.patch(`/leads/${lead.id}`, { name: 'Robin Low', phone: '6135550143' });
    const found = async (query: string): Promise<unknown[]> => (await shop.read.get(`/leads?${query}`)).body.data;
    expect([await found('q=robin'), await found('phone=6135550143')]).toMatchObject([[{ id: lead.id }], [{ id: lead.id }]]);
    expect([await found('q=whitfield'), await found('phone=6135550142')]).toEqual([[], []]);
  });

  it('may give it the phone and the address of another lead, as on creation', async () => {
    const [lead, other] = [await dana(), await aLead(shop.full)];
    const answer = await shop.full.patch(`/leads/${other.id}`, { email: 'dana@example.com', phone: '613 555 0142' });
    expect(answer.status).toBe(200);
    expect((await shop.read.get('/leads?phone=6135550142')).body.data).toMatchObject([{ id: other.id }, { id: lead.id }]);
  });

  it('is no change if it is the name that is shown for a company, or for nobody', async () => {
    const row = { external_id: 'L-1', company_name: 'Whitfield Motors', phone: '+16135550142' };
    await importRows(service, shop, 'leads', [row]);
    const [{ id }] = (await shop.read.get('/leads')).body.data;
    await shop.full.patch(`/leads/${id}`, { name: 'Whitfield Motors' });
    expect(await service.sql('select first_name, company_name from leads where id = $1', [id])).toEqual([
      { first_name: null, company_name: 'Whitfield Motors' },
    ]);
    expect(await eventTypesOf(service, { id })).toEqual([]);
  });
});

it('texts to a lead go to its new phone, and the block of its old one stays with the old number', async () => {
  const lead = await dana();
  const allowed = async (): Promise<unknown> =>
    (await shop.full.post('/comms/resolve_contact', { name: 'Dana Whitfield' })).body.data.matches;
  await shop.full.post('/comms/set_texting_block', { phone: '+16135550142', blocked: true });
  expect(await allowed()).toMatchObject([{ id: lead.id, texting_blocked: true }]);
  await shop.full.patch(`/leads/${lead.id}`, { phone: '+16135550143' });
  expect(await allowed()).toMatchObject([{ id: lead.id, phone: '+16135550143', texting_blocked: false }]);
  await shop.full.patch(`/leads/${lead.id}`, { phone: '+16135550142' });
  expect(await allowed()).toMatchObject([{ id: lead.id, texting_blocked: true }]);
});

it('whoever writes a person who was erased into a lead or a customer again has a record again, and no tombstone', async () => {
  const customer = await aCustomer(shop.full, { phone: '613 555 0142', email: 'dana@example.com' });
  const lead = await dana();
  await service.container.get(EraseCustomer).execute(shop.id, customer.id as CustomerId); // safe: a customer's id
  const readers = [new ChangeReader(service, shop.read, '/leads'), new ChangeReader(service, shop.read, '/customers')];
  expect(await Promise.all(readers.map((reader) => reader.news()))).toMatchObject([
    [{ id: lead.id, deleted: true }],
    [{ id: customer.id, deleted: true }],
  ]);
  const back = { name: 'Dana Whitfield', phone: '+16135550142' };
  const answers = [await shop.full.patch(`/leads/${lead.id}`, back), await shop.full.patch(`/customers/${customer.id}`, back)];
  expect(answers.map(({ status, body }) => [status, body.data])).toMatchObject([
    [200, back],
    [200, back],
  ]);
  expect(await Promise.all(readers.map((reader) => reader.news()))).toEqual(answers.map(({ body }) => [body.data]));
});
