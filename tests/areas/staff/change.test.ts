import { randomUUID } from 'node:crypto';
import type { Answer } from '../../support/api.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { eventually } from '../../support/eventually.js';
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

const create = (values: object): Promise<Answer> => shop.full.post('/staff/create', values);
const update = (values: object): Promise<Answer> => shop.full.post('/staff/update', values);
const roster = async (): Promise<Answer['body']> => (await shop.read.get('/staff')).body.data;
const events = (): Promise<{ data: object }[]> =>
  service.sql(`select data, cause from outbox where shop_id = $1 and type = 'staff.updated' order by created_at, id`, [shop.id]);

const MORGAN = {
  name: 'Morgan Ellis',
  role: 'advisor',
  email: 'Morgan@Example.com',
  phone: '613 555 0142',
  hours: 'tue-fri 9:00-17:00',
};

it('a person who is added is on the roster at once, and the feed tells it', async () => {
  const { status, body } = await create(MORGAN);
  const member = {
    ...{ id: expect.any(String), user_id: expect.any(String), name: 'Morgan Ellis', role: 'advisor', active: true },
    ...{ email: 'morgan@example.com', phone: '+16135550142', hours: 'tue-fri 09:00-17:00', inbox_access: true },
    created_at: service.clock.now(),
  };
  expect([status, body.data]).toEqual([201, member]);
  expect(await roster()).toEqual([body.data]);
  expect(await events()).toMatchObject([{ data: body.data, cause: { operation: 'staff.create' } }]);
  expect((await create({ name: 'Sam Tremblay', role: 'technician' })).body.data).toMatchObject({
    ...{ email: null, phone: null, hours: 'standard', inbox_access: false },
  });
});

it('the given values are changed, by either id, and told with what they were', async () => {
  const { id, user_id } = (await create(MORGAN)).body.data;
  const { status, body } = await update({ id: user_id, role: 'manager', email: null, hours: 'standard' });
  expect([status, body.data]).toMatchObject([200, { id, name: 'Morgan Ellis', role: 'manager', email: null, hours: 'standard' }]);
  expect(await roster()).toEqual([body.data]);
  await update({ id, role: 'manager' });
  const previous = { role: 'advisor', email: 'morgan@example.com', hours: 'tue-fri 09:00-17:00' };
  expect((await events()).slice(1)).toMatchObject([{ data: { ...body.data, previous }, cause: { operation: 'staff.update' } }]);
});

it.each([
  [create, { name: 'Morgan Ellis' }, 'role: role is required'],
  [create, { ...MORGAN, role: 'boss' }, 'role: must be one of '],
  [create, { ...MORGAN, phone: '555-0142' }, 'phone: is not a phone number'],
  [create, { ...MORGAN, hours: 'weekends' }, 'hours: '],
  [update, { id: randomUUID() }, 'body: give at least one of name, role, email, phone, active, hours'],
  [update, { id: randomUUID(), name: null }, 'name: must not be null'],
  [update, { id: 'morgan', name: 'Morgan' }, 'id: '],
])('%p refuses %j', async (call, values, message) => {
  const { status, body } = await call(values);
  expect([status, String(body.error.message).slice(0, message.length)]).toEqual([422, message]);
});

it('a person of another shop is 404, and so is an unknown one', async () => {
  const foreign = await aStaffMember(service, await service.shop());
  for (const id of [foreign.id, foreign.user_id, randomUUID()]) {
    const { status, body } = await update({ id, name: 'Morgan' });
    expect([status, body.error.message]).toEqual([404, 'staff member not found']);
  }
});

it('changes at the same time are all stored, each told with what was there before it', async () => {
  const { id } = (await create(MORGAN)).body.data;
  await Promise.all([update({ id, name: 'Morgan E.' }), update({ id, role: 'owner' }), update({ id, phone: null })]);
  expect(await roster()).toMatchObject([{ name: 'Morgan E.', role: 'owner', phone: null }]);
  const previous = (await events()).slice(1).map(({ data }) => (data as { previous: object }).previous);
  expect(Object.assign({}, ...previous)).toEqual({ name: 'Morgan Ellis', role: 'advisor', phone: '+16135550142' });
});

describe('a person who has left', () => {
  const statusOf = async (api: TestShop['full']): Promise<number> => (await api.get('/me')).status;

  it('ends the keys that act for the person until the person is active again', async () => {
    const { id, user_id: actsFor } = (await create(MORGAN)).body.data;
    const own = await service.key(shop.id, { actsFor });
    expect(await statusOf(own)).toBe(200);
    expect((await update({ id, active: false })).body.data).toMatchObject({ active: false, inbox_access: false });
    expect(
      await eventually(
        () => statusOf(own),
        (seen) => seen === 401,
      ),
    ).toBe(401);
    await update({ id, active: true });
    expect(
      await eventually(
        () => statusOf(own),
        (seen) => seen === 200,
      ),
    ).toBe(200);
  });

  it('cannot be the one without whose key nobody could mint keys', async () => {
    const { id, user_id: actsFor } = (await create(MORGAN)).body.data;
    const own = await service.key(shop.id, { actsFor });
    await shop.full.post('/keys/revoke', { id: (await shop.full.get('/me')).body.data.key.id });
    const { status, body } = await own.post('/staff/update', { id, active: false });
    expect([status, body.error.message]).toEqual([
      409,
      'this would end the last key of the shop that can mint keys; mint another one first',
    ]);
    expect((await own.get('/staff')).body.data).toMatchObject([{ id, active: true }]);
  });
});
