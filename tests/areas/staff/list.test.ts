import { ROLES } from '../../../domain/staff/staff.js';
import { aStaffMember, type StaffRow } from '../../support/builders/a-staff-member.js';
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

const add = (fields: Partial<StaffRow>): Promise<StaffRow> => aStaffMember(service, shop, fields);

describe('GET /staff', () => {
  it('has both ids of each teammate, and exactly the decided fields', async () => {
    const morgan = await add({ name: 'Morgan Ellis', email: 'morgan@example.com', phone: '+16135550142', role: 'manager' });
    const { status, text } = await shop.read.get('/staff');
    const member = {
      id: morgan.id,
      user_id: morgan.user_id,
      name: 'Morgan Ellis',
      email: 'morgan@example.com',
      phone: '+16135550142',
      role: 'manager',
      active: true,
      inbox_access: true,
      hours: 'standard',
      created_at: '2026-01-01T09:00:00.000Z',
    };
    expect([status, text]).toEqual([200, JSON.stringify({ data: [member], meta: { total: 1 } })]);
    expect(morgan.id).not.toBe(morgan.user_id);
  });

  it('lists active teammates first, each group by name, then by id', async () => {
    const id = (last: number): string => `01931f6e-0000-7000-8000-00000000000${last}`;
    await add({ name: 'Zoe', active: false });
    await add({ name: 'Noor', id: id(1) });
    await add({ name: 'Ada', active: false });
    await add({ name: 'Noor', id: id(2) });
    await add({ name: 'Bea' });
    const { body } = await shop.read.get('/staff');
    expect(body.data.map((member: StaffRow) => [member.active, member.name])).toEqual([
      [true, 'Bea'],
      [true, 'Noor'],
      [true, 'Noor'],
      [false, 'Ada'],
      [false, 'Zoe'],
    ]);
    expect(body.data.slice(1, 3).map((member: StaffRow) => member.id)).toEqual([id(2), id(1)]);
    expect(body.meta).toEqual({ total: 5 });
  });

  it('answers inbox access for active owners, managers and advisors only', async () => {
    for (const active of [true, false]) for (const role of ROLES) await add({ name: `${active} ${role}`, role, active });
    const { body } = await shop.read.get('/staff');
    const having = (body.data as (StaffRow & { inbox_access: boolean })[]).filter(({ inbox_access }) => inbox_access);
    expect(having.map(({ name }) => name)).toEqual(['true advisor', 'true manager', 'true owner']);
    const assignees = await shop.read.post('/tasks/assignees');
    expect(assignees.body.data.items.map(({ staff_id }: { staff_id: string }) => staff_id)).toEqual(
      having.map(({ user_id }) => user_id),
    );
  });

  it('is empty in a new shop, and shows nobody of another shop', async () => {
    await aStaffMember(service, await service.shop());
    expect((await shop.read.get('/staff')).body).toEqual({ data: [], meta: { total: 0 } });
  });

  it('has no pages: it answers a thousand, and their number', async () => {
    await service.sql(
      `insert into staff (shop_id, id, user_id, name, role, active, created_at)
        select $1, gen_random_uuid(), gen_random_uuid(), lpad(n::text, 4, '0'), 'viewer', n <> 1, '2026-01-01T09:00:00Z' from generate_series(1, 1001) n`,
      [shop.id],
    );
    const { body } = await shop.read.get('/staff?limit=10&offset=5&cursor=x');
    expect([body.data.length, body.data[0].name, body.data.at(-1).name, body.meta]).toEqual([
      1000,
      '0002',
      '1001',
      { total: 1001 },
    ]);
  });

  it('is paged as a tool, and lists active teammates, or those who have left, alone on request', async () => {
    for (const name of ['Noor', 'Bea', 'Cai']) await add({ name });
    await add({ name: 'Ada', active: false });
    const { data } = (await shop.read.get('/staff')).body;
    const list = async (input: object): Promise<unknown> => (await shop.read.post('/staff/list', input)).body.data;
    expect(await list({})).toEqual({ items: data, total: 4, omitted: 0, next_offset: null });
    expect(await list({ active: false })).toEqual({ items: data.slice(3), total: 1, omitted: 0, next_offset: null });
    expect(await list({ active: true })).toEqual({ items: data.slice(0, 3), total: 3, omitted: 0, next_offset: null });
    expect(await list({ limit: 2, offset: 1 })).toEqual({ items: data.slice(1, 3), total: 4, omitted: 2, next_offset: 3 });
    expect(await list({ active: true, offset: 5 })).toEqual({ items: [], total: 3, omitted: 3, next_offset: null });
    expect((await shop.read.tool('staff.list', { active: true })).structuredContent).toEqual(await list({ active: true }));
  });
});
