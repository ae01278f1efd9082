import { randomUUID } from 'node:crypto';
import { Conversations } from '../../../application/areas/inbox/conversations.js';
import { Jobs } from '../../../application/areas/jobs/jobs.js';
import { Leads } from '../../../application/areas/leads/leads.js';
import { Tasks } from '../../../application/areas/tasks/tasks.js';
import { unannounced } from '../../../application/kernel/events/announcer.js';
import { openLead, type Lead } from '../../../domain/leads/lead.js';
import type { CustomerId, LeadId, ShopId, TaskId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aThread } from '../../support/builders/a-thread.js';
import { aJob, aStoredJob } from '../../support/builders/a-job.js';
import { aTask } from '../../support/builders/a-task.js';
import { aCustomer } from '../../support/builders/records.js';
import { MemoryConversations, MemoryJobs, MemoryLeads, MemoryTasks } from '../../support/memory-ports.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

/** The ports, with two shops, and with the ways to arrange what no port can add. */
interface World {
  readonly shop: ShopId;
  readonly other: ShopId;
  readonly leads: Leads;
  readonly jobs: Jobs;
  readonly tasks: Tasks;
  readonly conversations: Conversations;
  readonly putJob: (fields?: Parameters<typeof aJob>[0]) => Promise<ReturnType<typeof aJob>>;
  readonly putThread: (fields?: Parameters<typeof aThread>[0]) => Promise<ReturnType<typeof aThread>>;
}

function inMemory(): World {
  const shops = [randomUUID(), randomUUID()] as ShopId[]; // safe: an id is a UUID
  const [shop, other] = shops as [ShopId, ShopId];
  const [jobs, conversations] = [new MemoryJobs(), new MemoryConversations()];
  const put = <T>(store: { put(shop: ShopId, record: T): void }, record: T): Promise<T> => {
    store.put(shop, record);
    return Promise.resolve(record);
  };
  return {
    ...{ shop, other, leads: new MemoryLeads(), jobs, tasks: new MemoryTasks(), conversations },
    putJob: (fields) => put(jobs.store, aJob(fields)),
    putThread: (fields) => put(conversations.store, aThread(fields)),
  };
}

async function inPostgres(service: TestService): Promise<World> {
  const shops: TestShop[] = [await service.shop(), await service.shop()];
  const [{ id: shop, full }, { id: other }] = shops as [TestShop, TestShop];
  const customer = await aCustomer(full);
  const port = <T>(token: abstract new () => T): T => service.container.get(token);
  return {
    ...{ shop, other, leads: port(Leads), jobs: port(Jobs), tasks: port(Tasks), conversations: port(Conversations) },
    putJob: (fields) => aStoredJob(service, { id: shop }, customer, fields),
    putThread: (fields) => aConversation(service, { id: shop }, fields),
  };
}

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

const aLead = (fields: Partial<Lead> = {}): Lead => ({
  ...openLead(
    { id: randomUUID() as LeadId, name: 'Dana Whitfield', email: null, phone: null, source: null },
    at('2026-03-02T15:00:00.000Z'),
  ).next, // safe: an id is a UUID
  ...fields,
});
const task = (fields: Parameters<typeof aTask>[0] = {}): ReturnType<typeof aTask> =>
  aTask({ id: randomUUID() as TaskId, ...fields }); // safe: an id is a UUID
const add = (leads: Leads, shop: ShopId, lead: Lead): Promise<Lead> =>
  leads.add(shop, { ...unannounced(lead, true), entries: [] });

describe.each([
  ['memory', () => Promise.resolve(inMemory())],
  ['PostgreSQL', () => inPostgres(service)],
])('the ports of records in %s', (_, make) => {
  let world: World;

  beforeEach(async () => {
    world = await make();
  });

  it('find a record for its shop only', async () => {
    const { shop, other, leads, tasks, jobs, conversations } = world;
    const [lead, todo] = [aLead(), task()];
    await add(leads, shop, lead);
    await tasks.add(shop, unannounced(todo, true));
    const [job, thread] = [await world.putJob(), await world.putThread()];
    expect(await leads.find(shop, lead.id)).toMatchObject(lead);
    expect(await tasks.find(shop, todo.id)).toMatchObject(todo);
    expect(await jobs.find(shop, job.id)).toMatchObject(job);
    expect(await conversations.find(shop, thread.id)).toMatchObject(thread);
    const strange = [
      leads.find(other, lead.id),
      tasks.find(other, todo.id),
      jobs.find(other, job.id),
      conversations.find(other, thread.id),
    ];
    expect(await Promise.all(strange)).toEqual([null, null, null, null]);
  });

  it('store what a change decides, and leave a record as it is when the decision changes nothing', async () => {
    const { shop, tasks, jobs, conversations } = world;
    const todo = task();
    await tasks.add(shop, unannounced(todo, true));
    const [job, thread] = [await world.putJob(), await world.putThread()];
    const renamed = { ...todo, title: 'Order a filter' };
    expect(await tasks.change(shop, todo.id, () => unannounced(renamed, true))).toMatchObject(renamed);
    expect(await tasks.change(shop, todo.id, (before) => unannounced(before, false))).toMatchObject(renamed);
    expect(await tasks.find(shop, todo.id)).toMatchObject(renamed);
    expect(await jobs.change(shop, job.id, (before) => unannounced({ ...before, stage: 'ready' }, true))).toMatchObject({
      stage: 'ready',
    });
    const pinned = await conversations.change(shop, thread.id, (before) => unannounced({ ...before, pinned: true }, true));
    expect(await conversations.find(shop, thread.id)).toEqual(pinned);
  });

  it('change no record of another shop, and do not ask for a decision about it', async () => {
    const { shop, other, leads } = world;
    const lead = aLead();
    await add(leads, shop, lead);
    const decide = (): never => {
      throw new Error('a change of another shop’s lead was decided');
    };
    expect(await leads.change(other, lead.id, decide)).toBeNull();
  });

  it('list leads newest first, page by page, and by status', async () => {
    const { shop, leads } = world;
    const days = ['2026-03-01T09:00:00.000Z', '2026-03-02T09:00:00.000Z', '2026-03-03T09:00:00.000Z'].map((text) => at(text));
    const [first, second, third] = days.map((createdAt) => aLead({ createdAt })) as [Lead, Lead, Lead];
    for (const lead of [second, first, { ...third, status: 'won' } as Lead]) await add(leads, shop, lead);
    const page = await leads.list(shop, {}, 2, null);
    expect(page.map(({ id }) => id)).toEqual([third.id, second.id]);
    expect((await leads.list(shop, {}, 2, { at: second.createdAt, id: second.id })).map(({ id }) => id)).toEqual([first.id]);
    expect((await leads.list(shop, { status: 'won' }, 5, null)).map(({ id }) => id)).toEqual([third.id]);
    expect(await leads.list(shop, { email: null }, 5, null)).toEqual([]);
  });

  it('search jobs by stage and customer', async () => {
    const { shop, jobs } = world;
    const ready = await world.putJob({ stage: 'ready' });
    await world.putJob({ stage: 'curing' });
    const found = await jobs.search(shop, { origin: 'service', stage: 'ready' }, 5, null);
    expect(found.map(({ id }) => id)).toEqual([ready.id]);
    expect(await jobs.search(shop, { origin: 'service', customerId: randomUUID() as CustomerId }, 5, null)).toEqual([]); // safe: an id is a UUID
  });

  it('find the newest thread with a number, and those that belong to nobody', async () => {
    const { shop, conversations } = world;
    const number = '+16135550142' as E164; // safe: it is written so
    await world.putThread({ contactNumber: number, createdAt: at('2026-01-01T09:00:00.000Z') });
    const newest = await world.putThread({ contactNumber: number, createdAt: at('2026-01-02T09:00:00.000Z') });
    const call = await world.putThread({ contactNumber: number, channel: 'call', createdAt: at('2026-01-03T09:00:00.000Z') });
    expect(await conversations.ofNumber(shop, number)).toMatchObject(newest);
    expect(await conversations.ofCalls(shop, number, { customerId: null, leadId: null })).toMatchObject(call);
    expect(await conversations.ofNumber(shop, '+16135550143')).toBeNull();
    expect(await conversations.ownerless(shop, number)).toHaveLength(3);
  });
});
