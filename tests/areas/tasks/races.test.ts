import { taskEvents } from '../../../application/areas/tasks/task.view.js';
import { Tasks } from '../../../application/areas/tasks/tasks.js';
import { Announcer } from '../../../application/kernel/events/announcer.js';
import { NO_CAUSE } from '../../../application/kernel/events/cause.js';
import type { TaskId } from '../../../domain/shared/id.js';
import { changeTask } from '../../../domain/tasks/task.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aStaffMember, type StaffRow } from '../../support/builders/a-staff-member.js';
import { aStoredTask } from '../../support/builders/records.js';
import { eventsOf, eventTypesOf } from '../../support/outbox.js';
import { Gate } from '../../support/probe-operation.js';
import { secondInstance } from '../../support/second-instance.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
let morgan: StaffRow;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
  morgan = await aStaffMember(service, shop, { name: 'Morgan' });
});
afterAll(() => service.stop());

function times<Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}

/** Expects that the stored counts agree with the rows. Both are read in one statement, so no change comes between. */
async function expectExactCounts(): Promise<void> {
  const wrong = await service.sql(
    `
    with counted as (select bucket, sum(n) as n from record_counts where shop_id = $1 and list = 'tasks' group by bucket having sum(n) <> 0),
      there as (select status || ':' || coalesce(assigned_to::text, '-') as bucket, count(*) as n from tasks where shop_id = $1 group by 1)
    select bucket, counted.n as counted, there.n as there from counted full join there using (bucket) where counted.n is distinct from there.n`,
    [shop.id],
  );
  expect(wrong).toEqual([]);
}

describe('twenty different changes of one task at once', () => {
  it('are all kept', async () => {
    const thread = await aConversation(service, shop);
    const task = await aStoredTask(shop.full, { title: 'title -1' });
    const others = [
      { notes: 'Text' },
      { priority: 'high' },
      { due_at: '2027-01-01T00:00:00Z' },
      { staff_id: morgan.user_id },
      { link_conversation: thread.id },
    ];
    const answers = await times(20, (index) => shop.full.post(`/tasks/${task.id}`, others[index] ?? { title: `title ${index}` }));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const end = (await shop.read.get(`/tasks/${task.id}`)).body.data;
    expect(end).toMatchObject({
      notes: 'Text',
      priority: 'high',
      due_at: '2027-01-01T00:00:00.000Z',
      assigned_to: morgan.user_id,
      conversation: thread.id,
    });
    const previous = (await eventsOf(service, task))
      .map(({ data }) => (data['previous'] as { title?: string } | undefined)?.title)
      .filter((title) => title !== undefined);
    const titles = ['title -1', ...Array.from({ length: 15 }, (_, index) => `title ${index + 5}`)];
    expect([...previous, end.title].sort()).toEqual(titles.sort());
    await expectExactCounts();
  });

  it('are all kept between two instances of the service', async () => {
    const second = secondInstance(service);
    const instances = [service.container.get(Tasks), second.get(Tasks)];
    const announcer = service.container.get(Announcer);
    const task = await aStoredTask(shop.full, { title: 'x' });
    await times(20, async (index) => {
      await instances[index % 2]?.change(shop.id, task.id as TaskId, (before) => {
        const decision = changeTask(before, { verb: 'title', value: `${before.title}x` }, service.clock.now());
        return announcer.announce(taskEvents, before, decision, NO_CAUSE);
      });
    });
    expect((await shop.read.get(`/tasks/${task.id}`)).body.data.title).toBe('x'.repeat(21));
    expect(await eventTypesOf(service, task)).toHaveLength(21);
  });
});

describe('twenty calls at once', () => {
  it('complete a task once', async () => {
    const task = await aStoredTask(shop.full);
    const answers = await times(20, (index) => {
      service.clock.pass(index);
      return shop.full.post(`/tasks/${task.id}`, { complete: true });
    });
    const end = (await shop.read.get(`/tasks/${task.id}`)).text;
    expect(answers.map(({ status, text }) => [status, text])).toEqual(Array.from({ length: 20 }, () => [200, end]));
    expect(await eventTypesOf(service, task)).toEqual(['task.created', 'task.completed']);
    await expectExactCounts();
  });

  it('complete and cancel a task: one of the two happens, once', async () => {
    const task = await aStoredTask(shop.full);
    const answers = await times(20, (index) =>
      shop.full.post(`/tasks/${task.id}`, index % 2 ? { complete: true } : { cancel: true }),
    );
    const { status } = (await shop.read.get(`/tasks/${task.id}`)).body.data;
    expect(answers.map((answer) => answer.status).sort()).toEqual([
      ...Array.from({ length: 10 }, () => 200),
      ...Array.from({ length: 10 }, () => 409),
    ]);
    expect(await eventTypesOf(service, task)).toEqual(['task.created', status === 'done' ? 'task.completed' : 'task.canceled']);
    await expectExactCounts();
  });

  it('assign a task to the same teammate, which is announced once', async () => {
    const task = await aStoredTask(shop.full);
    await times(20, () => shop.full.post(`/tasks/${task.id}`, { staff_id: morgan.user_id }));
    expect(await eventTypesOf(service, task)).toEqual(['task.created', 'task.assigned']);
  });
});

describe('the totals of the task list', () => {
  it('are exact while sixteen clients write, on every page and afterwards', async () => {
    const riley = await aStaffMember(service, shop, { name: 'Riley' });
    const shared = await times(4, () => aStoredTask(shop.full));
    const writing = { on: true };
    // No writer begins its last round before every query has been asked while they write.
    const asked = new Gate();
    const written = times(16, async (writer) => {
      for (let round = 0; round < 5; round += 1) {
        if (round === 4) await asked.step();
        const { id } = await aStoredTask(shop.full, writer % 2 ? { staff_id: morgan.user_id } : {});
        for (const body of [
          { staff_id: riley.user_id },
          { complete: true },
          { reopen: true },
          { [round % 2 ? 'cancel' : 'complete']: true },
        ]) {
          expect((await shop.full.post(`/tasks/${id}`, body)).status).toBe(200);
        }
        const fought = shared[(writer + round) % shared.length].id as string;
        const { status } = await shop.full.post(
          `/tasks/${fought}`,
          [{ complete: true }, { reopen: true }, { staff_id: morgan.user_id }, { unassign: true }][(writer + round) % 4],
        );
        expect(status).toBe(200);
      }
    }).finally(() => (writing.on = false));
    // There are at most 84 tasks, so one page has all matches, and its total must be their number.
    const queries = [
      'status=all',
      'status=open',
      'status=done',
      `status=all&assigned_to=${riley.user_id}`,
      `status=open&assigned_to=${morgan.user_id}`,
    ];
    let pages = 0;
    while (writing.on) {
      const query = queries[pages % queries.length];
      const { status, body } = await shop.read.get(`/tasks?limit=100&${query}`);
      expect([query, status, body.meta]).toEqual([query, 200, { total: body.data.length, omitted: 0, next_offset: null }]);
      if (pages % 3 === 0) await expectExactCounts();
      pages += 1;
      if (pages === queries.length) asked.letGo();
    }
    await written;
    await expectExactCounts();
    expect((await shop.read.get('/tasks?status=all&limit=1')).body.meta.total).toBe(84);
    expect(service.log.lines.filter(({ message }) => message === 'unexpected error')).toEqual([]);
  });
});
