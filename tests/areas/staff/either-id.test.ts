import { randomUUID } from 'node:crypto';
import { KeyRing } from '../../../application/areas/access/manage-keys.js';
import { fieldsOf } from '../../../application/kernel/fields/field.js';
import type { PersonId, StaffProfileId } from '../../../domain/shared/id.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aStoredJob } from '../../support/builders/a-job.js';
import { aStaffMember, type StaffRow } from '../../support/builders/a-staff-member.js';
import { aStoredService } from '../../support/builders/a-stored-service.js';
import { aCustomer, aLead, aStoredTask } from '../../support/builders/records.js';
import { operations } from '../../support/registry.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

let service: TestService;
let shop: TestShop;
let morgan: StaffRow;
let wash: { readonly id: string };

beforeAll(async () => {
  service = await sharedTestService();
  service.clock.restart();
  shop = await service.shop();
  morgan = await aStaffMember(service, shop, { role: 'advisor' });
  wash = await aStoredService(service, shop, { durationMinutes: 60 });
  const assignedTo = morgan.user_id;
  await aConversation(service, shop, { assignedTo });
  await aStoredTask(shop.full, { title: 'Call back', staff_id: morgan.user_id });
  await aStoredJob(service, shop, await aCustomer(shop.full), {
    assigneeId: morgan.id as StaffProfileId,
    scheduledStart: at('2026-03-03T15:00:00Z'),
    scheduledEnd: at('2026-03-03T16:00:00Z'),
  });
});
afterAll(() => service.stop());

const idsAt = async (path: string): Promise<string[]> =>
  (await shop.read.get(path)).body.data.map(({ id }: { id: string }) => id) as string[];
const idsFrom = async (path: string, body: object): Promise<string[]> =>
  (await shop.read.post(path, body)).body.data.items.map(({ id }: { id: string }) => id) as string[];
const ownerAfter = async (path: string, body: object): Promise<unknown> =>
  (await shop.full.post(path, body)).body.data.assigned_to as unknown;

/** What each operation answers when the field names a person by this id. */
const ANSWERS: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
  'tasks.create staff_id': (staff_id) => ownerAfter('/tasks', { title: 'Call back', staff_id }),
  'tasks.change staff_id': async (staff_id) => ownerAfter(`/tasks/${(await aStoredTask(shop.full)).id}`, { staff_id }),
  'tasks.update staff_id': async (staff_id) => ownerAfter('/tasks/update', { id: (await aStoredTask(shop.full)).id, staff_id }),
  'tasks.list assigned_to': async (assigned_to) => [
    await idsAt(`/tasks?assigned_to=${assigned_to}`),
    await idsFrom('/tasks/list', { assigned_to }),
  ],
  'conversations.change staff_id': async (staff_id) =>
    ownerAfter(`/conversations/${(await aConversation(service, shop)).id}`, { staff_id }),
  'conversations.update staff_id': async (staff_id) =>
    ownerAfter('/conversations/update', { id: (await aConversation(service, shop)).id, staff_id }),
  'comms.list_conversations assigned_to': async (assigned_to) => [
    await idsAt(`/conversations?assigned_to=${assigned_to}`),
    await idsFrom('/comms/list_conversations', { assigned_to }),
  ],
  'leads.update assigned_to': async (assigned_to) =>
    (await shop.full.patch(`/leads/${(await aLead(shop.full)).id}`, { assigned_to })).body.data.assigned_to,
  'jobs.list assignee_id': (assignee_id) => idsFrom('/jobs/list', { assignee_id }),
  'appointments.search assignee_id': (assignee_id) => idsAt(`/appointments?assignee_id=${assignee_id}`),
  'appointments.list assignee_id': (assignee_id) => idsFrom('/appointments/list', { assignee_id }),
  'booking.availability staff_id': async (staff_id) => {
    const day = { from: '2026-03-04T15:00:00Z', to: '2026-03-04T17:00:00Z' };
    return (await shop.read.post('/booking/availability', { service_ids: [wash.id], ...day, staff_id })).body.data.slots;
  },
};

const NAMING = Object.keys(ANSWERS);

test('these are fields of operations', () => {
  const fields = operations.flatMap(({ name, input }) => fieldsOf(input).map((field) => `${name} ${field.name}`));
  expect(NAMING.filter((field) => !fields.includes(field))).toEqual([]);
});

test.each(NAMING)('%s takes the id of the profile and that of the user', async (field) => {
  const answer = ANSWERS[field]!;
  const isList = /list|search|availability/.test(field);
  if (!isList) {
    for (const id of [morgan.id, morgan.user_id]) expect([field, await answer(id)]).toEqual([field, morgan.user_id]);
    return;
  }
  const found = await answer(morgan.user_id);
  expect([found].flat(2)).not.toEqual([]);
  expect(await answer(morgan.id)).toEqual(found);
  const nobodys = field.startsWith('booking') ? undefined : [await answer(randomUUID())].flat(2);
  expect(nobodys ?? []).toEqual([]);
});

test('a slot names its person by both ids, and the task that follows from it takes either', async () => {
  const slots = (await ANSWERS['booking.availability staff_id']!(morgan.id)) as readonly { staff_id: string; user_id: string }[];
  const { staff_id, user_id } = slots[0]!;
  expect([staff_id, user_id]).toEqual([morgan.id, morgan.user_id]);
  expect(await ownerAfter('/tasks', { title: 'Book it', staff_id })).toBe(morgan.user_id);
});

test('a rule answers the user id, whichever id it was given', async () => {
  const rule = { name: 'A rule', on: 'lead.created', do: [{ step: 'assign', staff_id: morgan.id }] };
  const { body } = await shop.full.post('/automations/create', rule);
  expect(body.data.do).toEqual([{ step: 'assign', staff_id: morgan.user_id }]);
  const steps = [{ step: 'create_task', title: 'Call', staff_id: morgan.id }];
  const changed = await shop.full.post('/automations/update', { id: body.data.id, do: steps });
  expect(changed.body.data.do[0].staff_id).toBe(morgan.user_id);
});

test('a key acts for the user, whichever id it was given', async () => {
  const actsFor = morgan.id as PersonId; // safe: an id is a UUID
  const { key } = await service.container.get(KeyRing).mint({ shop: shop.id, name: 'Desk', scope: 'full', actsFor });
  expect(key.actsFor).toBe(morgan.user_id);
});

test('what is refused says why, and where to look', async () => {
  const technician = await aStaffMember(service, shop, { role: 'technician', active: true });
  const left = await aStaffMember(service, shop, { active: false });
  const stranger = await aStaffMember(service, await service.shop());
  const refused = async (staff_id: string): Promise<unknown> => {
    const { status, body } = await shop.full.post('/tasks', { title: 'Call back', staff_id });
    return [status, body.error.code, body.error.message];
  };
  const nobody = [500, 'internal_error', 'staff_id is the id of nobody in this shop; see tasks.assignees'];
  expect(await refused(randomUUID())).toEqual(nobody);
  expect(await refused(stranger.id)).toEqual(nobody);
  expect(await refused(left.user_id)).toEqual([500, 'internal_error', expect.stringContaining('somebody who has left')]);
  expect(await refused(technician.id)).toEqual([500, 'internal_error', expect.stringContaining('a technician, whose role')]);
  const lead = await shop.full.patch(`/leads/${(await aLead(shop.full)).id}`, { assigned_to: left.id });
  expect(lead.body.error.message).toBe('assigned_to: is the id of somebody who has left the shop; see staff.list');
});
