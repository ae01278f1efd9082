import { randomUUID } from 'node:crypto';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { eventsOf } from '../../support/outbox.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

let service: TestService;
let shop: TestShop;
beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
});
afterAll(() => service.stop());

const WRITTEN = { lastMessageAt: at('2026-03-01T09:00:00Z'), lastInboundAt: at('2026-03-01T09:00:00Z') };

it.each([
  ['mark_read', {}, { unread: false }],
  ['mark_unread', { readAt: at('2026-03-02T09:00:00Z') }, { unread: true }],
  ['mark_done', {}, { status: 'closed' }],
  ['mark_open', { status: 'closed' }, { status: 'open' }],
  ['snooze', {}, { status: 'snoozed' }],
  ['pin', {}, { pinned: true }],
  ['unpin', { pinned: true }, { pinned: false }],
] as const)('%s answers the thread as it stands then, and a second call changes nothing', async (verb, before, part) => {
  const { id } = await aConversation(service, shop, { ...WRITTEN, ...before });
  const shown = async (): Promise<object> => (await shop.read.get(`/conversations/${id}`)).body.data.conversation as object;
  const first = await shown();
  for (const _ of ['first', 'second']) {
    const { status, body } = await shop.full.post(`/conversations/${id}`, { [verb]: true });
    expect([status, body.data]).toEqual([200, { ...first, ...part, updated_at: expect.any(String) }]);
  }
  expect(await shown()).toEqual({ ...first, ...part, updated_at: expect.any(String) });
  const [field] = Object.keys(part) as [keyof typeof first];
  expect(await eventsOf(service, { id })).toEqual([
    {
      type: 'conversation.updated',
      created_at: service.clock.now(),
      data: { ...first, ...part, updated_at: expect.any(String), previous: { [field]: first[field] } },
    },
  ]);
});

it('gives a thread to a teammate and to nobody', async () => {
  const { id } = await aConversation(service, shop);
  const { user_id: staff_id } = await aStaffMember(service, shop);
  expect((await shop.full.post(`/conversations/${id}`, { staff_id })).body.data.assigned_to).toBe(staff_id);
  expect((await shop.full.post(`/conversations/${id}`, { unassign: true })).body.data.assigned_to).toBeNull();
  expect((await eventsOf(service, { id })).map(({ type }) => type)).toEqual(['conversation.assigned', 'conversation.updated']);
});

it('answers a 500 for a teammate who is unknown, ineligible, inactive or of another shop', async () => {
  const { id } = await aConversation(service, shop);
  const strangers = [
    randomUUID(),
    (await aStaffMember(service, shop, { role: 'technician' })).user_id,
    (await aStaffMember(service, shop, { active: false })).user_id,
    (await aStaffMember(service, await service.shop())).user_id,
  ];
  const answers = [];
  for (const staff_id of strangers) answers.push(await shop.full.post(`/conversations/${id}`, { staff_id }));
  expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(strangers.map(() => [500, 'internal_error']));
});

it('refuses to mark a thread unread that has no message from the contact', async () => {
  const { id } = await aConversation(service, shop);
  expect((await shop.full.post(`/conversations/${id}`, { mark_unread: true })).status).toBe(409);
});
describe('conversations.update', () => {
  it('makes the one change that POST /conversations/{id} makes, and answers the thread', async () => {
    const { id } = await aConversation(service, shop, WRITTEN);
    const { structuredContent } = await shop.full.tool('conversations.update', { id, mark_done: true });
    expect(structuredContent.status).toBe('closed');
    const { conversation } = (await shop.read.tool('conversations.get', { id })).structuredContent;
    expect(conversation).toEqual(structuredContent);
    expect((await shop.read.get(`/conversations/${id}`)).body.data.conversation).toEqual(structuredContent);
  });

  it('refuses with 422 and 409 where REST answers 500', async () => {
    const { id } = await aConversation(service, shop, { lastInboundAt: null });
    const technician = (await aStaffMember(service, shop, { role: 'technician' })).user_id;
    const refused = async (input: object): Promise<readonly [number, string]> => {
      const { status, body } = await shop.full.post('/conversations/update', { id, ...input });
      return [status, body.error.message as string];
    };
    expect(await refused({})).toEqual([422, expect.stringContaining('give exactly one of mark_read')]);
    expect(await refused({ pin: true, snooze: true })).toEqual([422, expect.stringContaining('give exactly one of')]);
    expect(await refused({ staff_id: technician })).toEqual([422, expect.stringMatching(/^staff_id: is a technician/)]);
    expect(await refused({ mark_unread: true })).toEqual([409, expect.any(String)]);
  });
});
