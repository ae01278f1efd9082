import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { aStoredTask } from '../../support/builders/records.js';
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
