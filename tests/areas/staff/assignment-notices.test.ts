import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { SandboxOutbox, type SandboxEntry } from '../../../application/areas/texting/sandbox-outbox.js';
import type { Step } from '../../../domain/automations/automation.js';
import type { StaffUserId } from '../../../domain/shared/id.js';
import type { Api } from '../../support/api.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { aCustomer, aLead, aStoredTask } from '../../support/builders/records.js';
import { react } from '../../support/due-work.js';
import { Inbox } from '../../support/inbox.js';
import { on, Rules, task } from '../../support/rules.js';
import { sharedTestService, type TestService } from '../../support/service.js';

const ROBIN = 'robin@shop.example';

let service: TestService;
let inbox: Inbox;
let rules: Rules;
let robin: StaffUserId;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  inbox = await Inbox.open(service);
  rules = new Rules(service, inbox.shop);
  ({ user_id: robin } = await aStaffMember(service, inbox.shop, { email: ROBIN, role: 'advisor' }));
});
afterAll(() => service.stop());

async function emails(): Promise<readonly SandboxEntry[]> {
  const kept = await service.container.get(SandboxOutbox).newest(inbox.shop.id, 20, null);
  return kept.filter(({ channel }) => channel === 'email');
}

async function ownedLead(api: Api, staff: StaffUserId | null, id?: string): Promise<string> {
  const lead = id ?? (await aLead(api, { name: 'Dana Whitfield', phone: '+16135550142' })).id;
  expect((await api.patch(`/leads/${lead}`, { assigned_to: staff, status: 'contacted' })).status).toBe(200);
  return lead;
}

async function givenThread(api: Api, staff: StaffUserId): Promise<string> {
  await inbox.writes('Are you open?');
  const { id } = await inbox.threadOf();
  expect((await api.post(`/conversations/${id}`, { staff_id: staff })).status).toBe(200);
  return id;
}

async function givenTask(api: Api, staff: StaffUserId): Promise<string> {
  const { id } = await aStoredTask(api);
  expect((await api.post(`/tasks/${id}`, { staff_id: staff })).status).toBe(200);
  return id;
}

type Assigning = readonly [way: string, noun: string, assign: (api: Api, staff: StaffUserId) => Promise<string>];

const CALLS: readonly Assigning[] = [
  ['a new task', 'task', async (api, staff_id) => (await aStoredTask(api, { title: 'Call Dana', staff_id })).id],
  ['a task', 'task', givenTask],
  [
    'a new task of a tool',
    'task',
    async (api, staff_id) => (await api.tool('tasks.create', { title: 'Call Dana', staff_id })).structuredContent.id,
  ],
  ['a lead', 'lead', (api, staff) => ownedLead(api, staff)],
  ['a thread', 'conversation', givenThread],
];

const assign = (staffId: StaffUserId): Step => ({ step: 'assign', staffId, after: null, unless: [] });

const RULES: readonly Assigning[] = [
  [
    'a task that a rule makes',
    'task',
    async (api, staffId) => {
      await rules.add({ on: on('lead.created'), do: [task('Call {{name}}', { staffId })] });
      await aLead(api);
      await rules.follow();
      return (await api.get('/tasks')).body.data[0].id;
    },
  ],
  [
    'a lead that a rule assigns',
    'lead',
    async (api, staffId) => {
      await rules.add({ on: on('lead.created'), do: [assign(staffId)] });
      const { id } = await aLead(api);
      await rules.follow();
      return id;
    },
  ],
];

test.each([...CALLS, ...RULES])(
  '%s is told to the teammate by one e-mail, which names its id alone',
  async (_, noun, assignTo) => {
    const id = await assignTo(inbox.shop.full, robin);
    await react(service);
    const told = await emails();
    expect(told).toMatchObject([
      {
        ...{ to: ROBIN, message: null, subject: `A ${noun} was assigned to you` },
        body: `You are in charge of the ${noun} ${id} of Northside Auto Care now.`,
      },
    ]);
    expect(JSON.stringify(told)).not.toMatch(/Dana|5550142/);
  },
);

test.each(CALLS)('who takes %s is not told', async (_, __, assignTo) => {
  const own = await service.key(inbox.shop.id, { scope: 'full', actsFor: robin });
  await assignTo(own, robin);
  await react(service);
  expect(await emails()).toEqual([]);
});

const REASSIGNING: readonly Assigning[] = [
  ['a task', 'tasks', async (api, staff_id) => `/tasks/${(await aStoredTask(api, { staff_id })).id}`],
  ['a lead', 'leads', async (api, staff) => `/leads/${await ownedLead(api, staff)}`],
  ['a thread', 'conversations', async (api, staff) => `/conversations/${await givenThread(api, staff)}`],
];

test.each(REASSIGNING)('of three who get %s one after the other, only the last is told, and once', async (_, area, assignTo) => {
  const { full } = inbox.shop;
  const colleague = async (email: string): Promise<StaffUserId> => (await aStaffMember(service, inbox.shop, { email })).user_id;
  const [sam, kim] = [await colleague('sam@shop.example'), await colleague('kim@shop.example')];
  const path = await assignTo(full, robin);
  const give = (staff: StaffUserId): Promise<unknown> =>
    area === 'leads' ? full.patch(path, { assigned_to: staff }) : full.post(path, { staff_id: staff });
  await give(sam);
  await give(kim);
  await react(service);
  expect((await emails()).map(({ to }) => to)).toEqual(['kim@shop.example']);
  for (const staff of [robin, sam, robin]) await give(staff);
  await react(service);
  expect((await emails()).map(({ to }) => to)).toEqual([ROBIN, 'kim@shop.example']);
});

test('a change that assigns a lead to nobody, or leaves its owner, tells nobody', async () => {
  const { full } = inbox.shop;
  const id = await ownedLead(full, robin);
  await react(service);
  await full.patch(`/leads/${id}`, { next_followup_at: '2026-03-02T09:00:00Z' });
  await ownedLead(full, robin, id);
  await ownedLead(full, null, id);
  await react(service);
  expect(await emails()).toHaveLength(1);
});

test('a task that has an assignee already tells only the next one', async () => {
  const { full } = inbox.shop;
  const { user_id: sam } = await aStaffMember(service, inbox.shop, { email: 'sam@shop.example' });
  const customer = await aCustomer(full);
  const { id } = await aStoredTask(full, { staff_id: robin, customer_id: customer.id });
  await full.post(`/tasks/${id}`, { staff_id: sam });
  await react(service);
  expect((await emails()).map(({ to }) => to)).toEqual(['sam@shop.example']);
});
