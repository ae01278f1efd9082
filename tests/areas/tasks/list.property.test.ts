import fc from 'fast-check';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { aStoredTask } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { listed, moved, type ModelFilter, type ModelTask } from './task-model.js';

let service: TestService;
beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

const which = fc.nat(1);
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('create' as const),
      due: fc.option(fc.integer({ min: -3, max: 3 })),
      staff: fc.option(which),
      thread: fc.option(which),
    }),
  },
  { weight: 4, arbitrary: fc.record({ act: fc.constantFrom('complete', 'cancel', 'reopen'), task: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('due_at' as const),
      task: fc.nat(),
      due: fc.option(fc.integer({ min: -3, max: 3 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constantFrom('staff_id', 'link_conversation'), task: fc.nat(), to: fc.option(which) }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 2 }) }) },
);
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

/** A shop and a model of its tasks. Both take the same steps. */
class Queue {
  readonly tasks: ModelTask[] = [];

  constructor(
    readonly shop: TestShop,
    readonly staff: readonly string[],
    readonly threads: readonly string[],
  ) {}

  async play(what: Act): Promise<void> {
    if (what.act === 'pass') return service.clock.pass(what.seconds * 1000);
    if (what.act === 'create') return this.create(what);
    const index = what.task % Math.max(1, this.tasks.length);
    const task = this.tasks[index];
    if (!task) return;
    const [body, next] = this.changeOf(task, what);
    const { status } = await this.shop.full.post(`/tasks/${task.id}`, body);
    expect([body, status]).toEqual([body, next ? 200 : 409]);
    if (next) this.tasks[index] = next;
  }

  private async create({ due, staff, thread }: Extract<Act, { act: 'create' }>): Promise<void> {
    const fields = {
      due: due === null ? null : fromNow(due),
      assignee: this.staff[staff ?? -1] ?? null,
      thread: this.threads[thread ?? -1] ?? null,
    };
    const { id } = await aStoredTask(this.shop.full, {
      due_at: fields.due,
      staff_id: fields.assignee,
      conversation: fields.thread,
    });
    this.tasks.push({ id, status: 'open', created: service.clock.now(), closed: null, ...fields });
  }

  private changeOf(task: ModelTask, what: Exclude<Act, { act: 'create' | 'pass' }>): [object, ModelTask | null] {
    switch (what.act) {
      case 'due_at': {
        const due = what.due === null ? null : fromNow(what.due);
        return [due === null ? { remove_due_date: true } : { due_at: due }, { ...task, due }];
      }
      case 'staff_id': {
        const assignee = this.staff['to' in what ? (what.to ?? -1) : -1] ?? null;
        return [assignee === null ? { unassign: true } : { staff_id: assignee }, { ...task, assignee }];
      }
      case 'link_conversation': {
        const thread = this.threads['to' in what ? (what.to ?? -1) : -1] ?? null;
        return [thread === null ? { unlink_conversation: true } : { link_conversation: thread }, { ...task, thread }];
      }
      default:
        return [{ [what.act]: true }, moved(task, what.act, service.clock.now())];
    }
  }
}

function fromNow(seconds: number): string {
  return new Date(Date.parse(service.clock.now()) + seconds * 1000).toISOString();
}

async function aQueue(): Promise<Queue> {
  const shop = await service.shop();
  const staff = [await aStaffMember(service, shop), await aStaffMember(service, shop)].map(({ user_id }) => user_id);
  const threads = [await aConversation(service, shop), await aConversation(service, shop)].map(({ id }) => id);
  return new Queue(shop, staff, threads);
}

function filtersOf({ staff: [assignee = ''], threads: [thread = ''] }: Queue): ModelFilter[] {
  const all: ModelFilter[] = [];
  for (const status of ['open', 'done', 'all'] as const) {
    for (const overdue of [false, true]) {
      for (const mine of [null, assignee])
        for (const about of [null, thread]) all.push({ status, overdue, assignee: mine, thread: about });
    }
  }
  return all;
}

async function expectPage({ shop, tasks }: Queue, filter: ModelFilter, limit: number, offset: number): Promise<void> {
  const { status, overdue, assignee, thread } = filter;
  const query = [
    `status=${status}`,
    `limit=${limit}`,
    `offset=${offset}`,
    ...(overdue ? ['overdue=true'] : []),
    ...(assignee === null ? [] : [`assigned_to=${assignee}`]),
    ...(thread === null ? [] : [`conversation_id=${thread}`]),
  ].join('&');
  const matching = listed(tasks, filter, service.clock.now());
  const page = matching.slice(offset, offset + limit);
  const next = offset + page.length;
  const { body } = await shop.read.get(`/tasks?${query}`);
  expect([query, body.data.map(({ id }: { id: string }) => id), body.meta]).toEqual([
    query,
    page.map(({ id }) => id),
    {
      total: matching.length,
      omitted: matching.length - page.length,
      next_offset: page.length > 0 && next < matching.length ? next : null,
    },
  ]);
}

it('order, totals, omitted and next_offset equal a plain list’s under every filter, after any changes to the tasks', async () => {
  const pages = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.nat(12)), { minLength: 2, maxLength: 2 })
    .map((some) => [[100, 0] as const, ...some]);
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 40, size: 'max' }), pages, async (acts, wanted) => {
      const queue = await aQueue();
      for (const what of acts) await queue.play(what);
      // One filter after the other: on a busy machine a request that waits behind hundreds of others is refused.
      for (const filter of filtersOf(queue)) for (const [limit, offset] of wanted) await expectPage(queue, filter, limit, offset);
    }),
    { numRuns: 5, plugins: [fc.interruptAfterTimeLimit(40_000)] },
  );
}, 60_000);
