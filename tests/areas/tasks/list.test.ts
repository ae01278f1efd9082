import { randomUUID } from 'node:crypto';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { aCustomer, aStoredTask } from '../../support/builders/records.js';
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

async function titles(query: string): Promise<string[]> {
  const { status, body } = await shop.read.get(`/tasks?${query}`);
  expect(status).toBe(200);
  expect(body.meta).toMatchObject({ total: body.data.length, omitted: 0, next_offset: null });
  return body.data.map(({ title }: { title: string }) => title) as string[];
}

/** Creates tasks in every state. Their titles describe the states, and say in which order tasks were finished. */
async function aQueue(): Promise<void> {
  const tasks = new Map<string, string>();
  for (const [title, due_at] of [
    ['undated', null],
    ['due later', '2027-01-01T00:00:00Z'],
    ['undated, newer', null],
    ['overdue', '2020-01-01T00:00:00Z'],
    ['due later, newer', '2027-01-01T00:00:00Z'],
    ['done first', '2020-01-01T00:00:00Z'],
    ['canceled second', '2020-01-01T00:00:00Z'],
    ['done third', null],
  ] as const) {
    tasks.set(title, (await aStoredTask(shop.full, { title, due_at })).id);
    service.clock.pass(1);
  }
  for (const [title, verb] of [
    ['done first', 'complete'],
    ['canceled second', 'cancel'],
    ['done third', 'complete'],
  ] as const) {
    await shop.full.post(`/tasks/${tasks.get(title)}`, { [verb]: true });
    service.clock.pass(1);
  }
}

const OPEN = ['overdue', 'due later, newer', 'due later', 'undated, newer', 'undated'];
const FINISHED = ['done third', 'canceled second', 'done first'];

describe('GET /tasks', () => {
  it('lists open tasks first, by due date, undated last, then newest; then finished ones, latest first', async () => {
    await aQueue();
    expect(await titles('')).toEqual(OPEN);
    expect(await titles('status=open')).toEqual(OPEN);
    expect(await titles('status=done')).toEqual(FINISHED);
    expect(await titles('status=all')).toEqual([...OPEN, ...FINISHED]);
  });

  it('filters by overdue instead of the status, which is validated nevertheless', async () => {
    await aQueue();
    for (const status of ['', '&status=open', '&status=done', '&status=all']) {
      expect(await titles(`overdue=true${status}`)).toEqual(['overdue']);
    }
    expect(await titles('overdue=false')).toEqual(OPEN);
    expect((await shop.read.get('/tasks?overdue=true&status=late')).status).toBe(422);
  });

  it('compares the due date with the clock for overdue', async () => {
    await aStoredTask(shop.full, { title: 'due now', due_at: service.clock.now() });
    expect(await titles('overdue=true')).toEqual([]);
    service.clock.pass(1);
    expect(await titles('overdue=true')).toEqual(['due now']);
  });

  it('filters by assignee and by thread, together and alone', async () => {
    const [morgan, thread] = [await aStaffMember(service, shop), await aConversation(service, shop)];
    for (const [title, given] of [
      ['neither', {}],
      ['mine', { staff_id: morgan.user_id }],
      ['threaded', { conversation: thread.id }],
      ['both', { staff_id: morgan.user_id, conversation: thread.id }],
    ] as const) {
      await aStoredTask(shop.full, { title, ...given });
      await shop.full.post(`/tasks/${(await aStoredTask(shop.full, { title: `${title}, done`, ...given })).id}`, {
        complete: true,
      });
    }
    expect(await titles(`assigned_to=${morgan.user_id}`)).toEqual(['both', 'mine']);
    expect(await titles(`assigned_to=${morgan.user_id.toUpperCase()}&status=all`)).toEqual([
      'both',
      'mine',
      'both, done',
      'mine, done',
    ]);
    expect(await titles(`conversation_id=${thread.id}&status=done`)).toEqual(['both, done', 'threaded, done']);
    expect(await titles(`conversation_id=${thread.id}&assigned_to=${morgan.user_id}&status=all`)).toEqual(['both', 'both, done']);
  });

  it('filters by customer, together with every other filter', async () => {
    const [dana, morgan] = [await aCustomer(shop.full), await aStaffMember(service, shop)];
    const thread = await aConversation(service, shop, { customerId: dana.id });
    for (const [title, given] of [
      ['due', { customer_id: dana.id, due_at: '2027-01-01T00:00:00Z' }],
      ['late', { customer_id: dana.id, due_at: '2020-01-01T00:00:00Z' }],
      ['threaded', { conversation: thread.id, staff_id: morgan.user_id }],
      ['of somebody else', { customer_id: (await aCustomer(shop.full)).id }],
    ] as const) {
      await aStoredTask(shop.full, { title, ...given });
    }
    await shop.full.post(`/tasks/${(await aStoredTask(shop.full, { title: 'done', customer_id: dana.id })).id}`, {
      complete: true,
    });
    const hers = `customer_id=${dana.id}`;
    expect(await titles(hers)).toEqual(['late', 'due', 'threaded']);
    expect(await titles(`${hers}&status=all`)).toEqual(['late', 'due', 'threaded', 'done']);
    expect(await titles(`${hers}&status=done`)).toEqual(['done']);
    expect(await titles(`${hers}&overdue=true`)).toEqual(['late']);
    expect(await titles(`${hers}&assigned_to=${morgan.user_id}`)).toEqual(['threaded']);
    expect(await titles(`${hers}&conversation_id=${thread.id}`)).toEqual(['threaded']);
    expect((await shop.read.get(`/tasks?${hers}&limit=1&offset=1`)).body.meta).toEqual({ total: 3, omitted: 2, next_offset: 2 });
    expect(await titles(`customer_id=${thread.id}`)).toEqual([]);
  });

  it('matches nothing for an id that is not a UUID or not of this shop', async () => {
    const other = await service.shop();
    const [morgan, thread] = [await aStaffMember(service, other), await aConversation(service, other)];
    await aStoredTask(other.full, { staff_id: morgan.user_id, conversation: thread.id });
    await aStoredTask(shop.full);
    for (const id of ['', 'x', randomUUID(), '00000000-0000-0000-0000-000000000000']) {
      for (const field of ['assigned_to', 'conversation_id']) expect(await titles(`${field}=${id}&status=all`)).toEqual([]);
    }
    expect(await titles(`assigned_to=${morgan.user_id}`)).toEqual([]);
    expect(await titles(`conversation_id=${thread.id}`)).toEqual([]);
  });

  it('pages by offset, and answers how many tasks it left out', async () => {
    for (let count = 0; count < 30; count += 1) await aStoredTask(shop.full);
    for (const [query, length, next_offset] of [
      ['', 25, 25],
      ['limit=', 25, 25],
      ['offset=&limit=25', 25, 25],
      ['offset=25', 5, null],
      ['offset=5', 25, null],
      ['limit=10&offset=10', 10, 20],
      ['limit=10&offset=20', 10, null],
      ['limit=100', 30, null],
      ['offset=30', 0, null],
      ['offset=2147483647', 0, null],
      ['offset=29&limit=1', 1, null],
    ] as const) {
      const { status, body } = await shop.read.get(`/tasks?${query}`);
      expect([query, status, body.data.length, body.meta]).toEqual([
        query,
        200,
        length,
        { total: 30, omitted: 30 - length, next_offset },
      ]);
    }
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=ten',
    'limit=2.5',
    'limit=1e1',
    'limit=10&limit=10',
    'offset=-1',
    'offset=x',
    'offset=1.0',
    'offset=2147483648',
    'offset=0&offset=0',
    'status=',
    'status=canceled',
    'status=Open',
    'status=open&status=open',
    'overdue=',
    'overdue=1',
    'overdue=TRUE',
    'overdue=true&overdue=true',
    'assigned_to=x&assigned_to=x',
    'conversation_id=%00',
  ])('answers 422 for ?%s, and names the parameter', async (query) => {
    const { status, body } = await shop.read.get(`/tasks?${query}`);
    expect([status, body.error]).toEqual([
      422,
      { code: 'validation_error', message: expect.stringMatching(new RegExp(`^${query.split('=')[0]}: `)) },
    ]);
  });

  it('has the items and their total in one object at POST /tasks/list, where JSON types are strict', async () => {
    const task = await aStoredTask(shop.full);
    await aStoredTask(shop.full, { due_at: '2027-01-01T00:00:00Z' });
    const { status, body } = await shop.read.post('/tasks/list', { limit: 1, offset: 1 });
    expect([status, body]).toEqual([200, { data: { items: [task], total: 2, omitted: 1, next_offset: null } }]);
    for (const wrong of [{ limit: '1' }, { limit: 1.5 }, { offset: -1 }, { overdue: 'true' }, { status: 'late' }]) {
      expect((await shop.read.post('/tasks/list', wrong)).status).toBe(422);
    }
  });
});

describe('POST /tasks/assignees', () => {
  it('lists the people that a task can be assigned to, by name', async () => {
    const add = (name: string, fields: Parameters<typeof aStaffMember>[2] = {}): ReturnType<typeof aStaffMember> =>
      aStaffMember(service, shop, { name, ...fields });
    const [zoe, ada] = [await add('Zoe', { role: 'owner' }), await add('Ada', { role: 'manager' })];
    await add('Gone', { active: false });
    await add('Wrench', { role: 'technician' });
    const { status, body } = await shop.read.post('/tasks/assignees');
    expect([status, body]).toEqual([
      200,
      {
        data: {
          items: [
            { staff_id: ada.user_id, name: 'Ada', role: 'manager' },
            { staff_id: zoe.user_id, name: 'Zoe', role: 'owner' },
          ],
        },
      },
    ]);
  });
});
