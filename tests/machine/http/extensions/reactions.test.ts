import { leadEvents } from '../../../../application/areas/leads/lead.view.js';
import { Leads } from '../../../../application/areas/leads/leads.js';
import { taskEvents } from '../../../../application/areas/tasks/task.view.js';
import { Tasks } from '../../../../application/areas/tasks/tasks.js';
import { Announcer, unannounced } from '../../../../application/kernel/events/announcer.js';
import { when, type Reaction, type RecordChange } from '../../../../application/kernel/events/reaction.js';
import { Clock } from '../../../../application/kernel/ports/ports.js';
import type { Lead } from '../../../../domain/leads/lead.js';
import { changed } from '../../../../domain/shared/events.js';
import type { TaskId } from '../../../../domain/shared/id.js';
import type { Task } from '../../../../domain/tasks/task.js';
import { extension } from '../../../../infrastructure/extensions/extension.js';
import { aLead, aStoredTask } from '../../../support/builders/records.js';
import { importRows } from '../../../support/importing.js';
import { causesOf, eventTypesOf } from '../../../support/outbox.js';
import { startTestService, type TestService, type TestShop } from '../../../support/service.js';
import { SqlTap } from '../../../support/sql-tap.js';

const seen: RecordChange<Task>[] = [];

class Watch implements Reaction<Task> {
  react(change: RecordChange<Task>): Promise<void> {
    seen.push(change);
    return Promise.resolve();
  }
}

/** Changes the record that the event is about. */
class Praise implements Reaction<Task> {
  constructor(
    private readonly tasks: Tasks,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  async react({ shop, record, cause }: RecordChange<Task>): Promise<void> {
    await this.tasks.change(shop, record.id, (before) => {
      const praised = { ...before, title: `${before.title}!` };
      return this.announcer.announce(taskEvents, before, changed(praised, this.clock.now(), [{ type: 'task.updated' }]), cause);
    });
  }
}

/** A task that is reopened changes the task that its notes name. */
class TouchPartner implements Reaction<Task> {
  constructor(private readonly tasks: Tasks) {}

  async react({ shop, record: { notes } }: RecordChange<Task>): Promise<void> {
    const partner = notes as TaskId | null; // the test writes the partner's id into the notes
    if (partner) await this.tasks.change(shop, partner, (before) => unannounced({ ...before, priority: 'high' }, true));
  }
}

class Fail implements Reaction<Task> {
  react({ record }: RecordChange<Task>): Promise<void> {
    return record.title === 'fails' ? Promise.reject(new Error('the reaction has a fault')) : Promise.resolve();
  }
}

/** It is written in JavaScript, where nothing is readonly. */
class WriteToRecord implements Reaction<Task> {
  react({ record }: RecordChange<Task>): Promise<void> {
    if (record.title === 'written to') (record as { title: string }).title = 'changed';
    return Promise.resolve();
  }
}

/** It was written for a core whose tasks had no priority. */
class AnnounceOldRecord implements Reaction<Task> {
  constructor(
    private readonly tasks: Tasks,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  async react({ shop, record, cause }: RecordChange<Task>): Promise<void> {
    if (record.title !== 'of an older core') return;
    const { priority: _, ...older } = record;
    await this.tasks.change(shop, record.id, (before) => {
      const decision = changed(older as Task, this.clock.now(), [{ type: 'task.updated' as const }]);
      return this.announcer.announce(taskEvents, before, decision, cause);
    });
  }
}

class GoInCircles implements Reaction<Lead> {
  constructor(
    private readonly leads: Leads,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  async react({ shop, record, cause }: RecordChange<Lead>): Promise<void> {
    await this.leads.change(shop, record.id, (before) => {
      const decision = changed({ ...before }, this.clock.now(), [{ type: 'lead.updated' as const }]);
      return { ...this.announcer.announce(leadEvents, before, decision, cause), entries: [] };
    });
  }
}

/** The type check of the gate fails when one of these lines compiles. */
export const refusedByTheCompiler = () => [
  // @ts-expect-error -- the reaction takes a lead
  when('task.completed', GoInCircles, [Leads, Clock, Announcer]),
  // @ts-expect-error -- there is no such kind of event
  when('task.finished', Watch, []),
  // @ts-expect-error -- the reaction takes other ports
  when('task.completed', Praise, [Clock, Tasks, Announcer]),
];

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  const reactions = [
    when('task.created', Watch, []),
    when('task.created', Fail, []),
    when('task.created', WriteToRecord, []),
    when('task.created', AnnounceOldRecord, [Tasks, Clock, Announcer]),
    when('task.completed', Watch, []),
    when('task.completed', Praise, [Tasks, Clock, Announcer]),
    when('task.reopened', TouchPartner, [Tasks]),
    when('lead.updated', GoInCircles, [Leads, Clock, Announcer]),
  ];
  service = await startTestService({
    extensions: [extension({ name: 'reactions', about: 'Reactions of this test.', reactions })],
  });
});
beforeEach(async () => {
  shop = await service.shop();
  seen.length = 0;
});
afterAll(() => service.stop());

const complete = (id: string) => shop.full.post(`/tasks/${id}`, { complete: true });
const read = async (id: string) => (await shop.read.get(`/tasks/${id}`)).body.data;

test('a reaction sees the shop, the record before and after the change, and the cause with the event', async () => {
  const task = await aStoredTask(shop.full);
  await complete(task.id);
  const [created, completed] = seen;
  expect(created).toMatchObject({ shop: shop.id, before: null, record: { id: task.id, status: 'open' } });
  expect(completed).toMatchObject({
    shop: shop.id,
    before: { id: task.id, status: 'open' },
    record: { id: task.id, status: 'done' },
    cause: { operation: 'tasks.change', eventId: expect.any(String), requestId: expect.any(String) },
  });
});

test('a reaction runs whichever surface the change comes from', async () => {
  await shop.full.post('/tasks/create', { title: 'by the capability' });
  await shop.full.tool('tasks.create', { title: 'by the tool' });
  expect(seen.map(({ record }) => record.title)).toEqual(['by the capability', 'by the tool']);
});

test('a reaction may change its own record, and its event names the event that it followed', async () => {
  const task = await aStoredTask(shop.full, { title: 'Call back' });
  expect((await complete(task.id)).status).toBe(200);
  expect(await read(task.id)).toMatchObject({ status: 'done', title: 'Call back!' });
  expect(await eventTypesOf(service, task)).toEqual(['task.created', 'task.completed', 'task.updated']);
  const [, completed, updated] = await causesOf(service, task);
  const [event] = await service.sql<{ id: string }>(`select id from outbox where type = 'task.completed' and shop_id = $1`, [
    shop.id,
  ]);
  expect(completed?.cause).toMatchObject({ operation: 'tasks.change', event_id: null });
  expect(updated?.cause).toMatchObject({ operation: 'tasks.change', event_id: event?.id });
});

test('many changes of one record at once all run their reactions, and none waits for itself', async () => {
  const task = await aStoredTask(shop.full);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      shop.full.post(`/tasks/${task.id}`, n % 2 === 0 ? { complete: true } : { reopen: true }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const completed = (await eventTypesOf(service, task)).filter((type) => type === 'task.completed').length;
  expect(completed).toBeGreaterThan(0);
  expect(seen.filter(({ record }) => record.status === 'done')).toHaveLength(completed);
});

test('a reaction that fails undoes the change and its events, and the caller gets internal_error', async () => {
  const { status, body } = await shop.full.post('/tasks', { title: 'fails' });
  expect([status, body.error.code]).toEqual([500, 'internal_error']);
  expect((await shop.read.get('/tasks')).body.data).toEqual([]);
  expect(await service.sql('select 1 from outbox where shop_id = $1', [shop.id])).toEqual([]);
  const logged = service.log.lines.map(({ detail }) => String((detail as { error?: unknown }).error));
  expect(logged).toContain('Error: the reaction Fail to task.created failed: Error: the reaction has a fault');
});

test('a reaction that writes to the record fails, and the change is undone', async () => {
  expect((await shop.full.post('/tasks', { title: 'written to' })).status).toBe(500);
  expect((await shop.read.get('/tasks')).body.data).toEqual([]);
});

test('an event without a field of the record fails where it is announced, and nothing is stored', async () => {
  expect((await shop.full.post('/tasks', { title: 'of an older core' })).status).toBe(500);
  expect((await shop.read.get('/tasks')).body.data).toEqual([]);
  const logged = service.log.lines.map(({ detail }) => String((detail as { error?: unknown }).error)).join('\n');
  expect(logged).toContain(
    "the event task.updated is not as its schema describes it: data must have required property 'priority'",
  );
});

test('reactions that follow each other in a circle are refused, and nothing is stored', async () => {
  const lead = await aLead(shop.full);
  expect((await shop.full.patch(`/leads/${lead.id}`, { next_followup_at: null })).status).toBe(500);
  expect((await shop.read.get(`/leads/${lead.id}`)).body.data.next_followup_at).not.toBeNull();
  expect(await eventTypesOf(service, lead)).toEqual(['lead.created']);
});

test('calls whose reactions change each other’s records all succeed', async () => {
  const one = await aStoredTask(shop.full);
  const other = await aStoredTask(shop.full, { notes: one.id });
  await shop.full.post(`/tasks/${one.id}`, { notes: other.id });
  const verbs = (verb: object) => Promise.all([one, other].map(({ id }) => shop.full.post(`/tasks/${id}`, verb)));
  for (let round = 0; round < 3; round += 1) {
    await verbs({ cancel: true });
    expect((await verbs({ reopen: true })).map(({ status }) => status)).toEqual([200, 200]);
  }
});

test('a call with an idempotency key reacts once, and its repetition is answered from what is kept', async () => {
  const task = await aStoredTask(shop.full);
  const call = { headers: { 'idempotency-key': 'one' }, body: { complete: true } };
  const first = await shop.full.send('POST', `/api/v1/tasks/${task.id}`, call);
  const again = await shop.full.send('POST', `/api/v1/tasks/${task.id}`, call);
  expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
  expect(await read(task.id)).toMatchObject({ title: 'Call back!' });
});

test('an import announces nothing, so nothing reacts to it', async () => {
  await importRows(service, shop, 'tasks', [{ title: 'from a file' }]);
  expect(seen).toEqual([]);
});

test('a write that no reaction follows stays one statement', async () => {
  const tap = new SqlTap();
  try {
    expect((await shop.full.post('/leads', { name: 'Dana Whitfield' })).status).toBe(201);
  } finally {
    tap.close();
  }
  const sent = tap.statements.map(({ text }) => text).filter((text) => !text.includes('api_keys'));
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatch(/^with .*insert into leads/s);
});
