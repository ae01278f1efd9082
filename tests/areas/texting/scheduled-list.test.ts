import type { CustomerId } from '../../../domain/shared/id.js';
import { SCHEDULED_MESSAGE_STATUSES, type ScheduledMessage } from '../../../domain/texting/scheduled-message.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aScheduledMessage } from '../../support/builders/a-scheduled-message.js';
import { aCustomer } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly total: number;
}

async function list(filter: object = {}): Promise<Page> {
  const { status, body } = await shop.read.post('/comms/list_scheduled_messages', filter);
  expect(status).toBe(200);
  return body.data;
}

const idsOf = ({ items }: Page): string[] => items.map(({ id }) => id);

/** Stores a message of each status, the latest first, and adds it to the counts. Returns the soonest first. */
async function oneOfEach(fields: Partial<ScheduledMessage> = {}): Promise<readonly ScheduledMessage[]> {
  const all: ScheduledMessage[] = [];
  for (const [index, status] of SCHEDULED_MESSAGE_STATUSES.entries()) {
    all.push(await aScheduledMessage(service, shop, { ...fields, status, sendAt: at(`2026-03-${20 - index}T09:00:00Z`) }));
  }
  return all.reverse();
}

test('the soonest is first, and pages have the exact total', async () => {
  const all = await oneOfEach();
  expect(await list()).toEqual({
    ...{ items: all.map(({ id }) => expect.objectContaining({ id })), total: all.length, omitted: 0, next_offset: null },
  });
  const page = await list({ limit: 2, offset: 1 });
  expect(page).toMatchObject({ total: 6, omitted: 4, next_offset: 3 });
  expect(idsOf(page)).toEqual([all[1]?.id, all[2]?.id]);
});

test('messages of the same time are in the order of their ids, the highest first', async () => {
  const ids = [await aScheduledMessage(service, shop), await aScheduledMessage(service, shop)].map(({ id }) => id);
  expect(idsOf(await list())).toEqual(ids.sort().reverse());
});

test('every combination of filters matches what it says', async () => {
  const customerId: CustomerId = (await aCustomer(shop.full)).id;
  const { id: conversationId } = await aConversation(service, shop, { customerId });
  const all = [
    ...(await oneOfEach()),
    ...(await oneOfEach({ customerId })),
    ...(await oneOfEach({ customerId, conversationId })),
  ];
  for (const status of [undefined, ...SCHEDULED_MESSAGE_STATUSES]) {
    for (const conversation of [undefined, conversationId, shop.id]) {
      for (const customer_id of [undefined, customerId, shop.id]) {
        const expected = all
          .filter((one) => status === undefined || one.status === status)
          .filter((one) => conversation === undefined || (one.conversationId as string | null) === conversation)
          .filter((one) => customer_id === undefined || (one.customerId as string | null) === customer_id);
        const page = await list({ status, conversation, customer_id });
        expect([idsOf(page).sort(), page.total]).toEqual([expected.map(({ id }) => id as string).sort(), expected.length]);
      }
    }
  }
});

test('the total of a status follows a change', async () => {
  const { id } = await aScheduledMessage(service, shop);
  await aScheduledMessage(service, shop);
  await shop.full.post('/comms/cancel_scheduled_message', { id });
  expect((await list({ status: 'scheduled' })).total).toBe(1);
  expect((await list({ status: 'canceled' })).total).toBe(1);
});

test('a model schedules, moves and cancels by tools, and is told where ids come from', async () => {
  const { id: customer_id } = await aCustomer(shop.full, { phone: '6135550142' });
  const given = { channel: 'sms', body: 'See you tomorrow.', send_at: '2026-03-03T15:00:00Z', customer_id };
  const { id } = (await shop.full.tool('comms.schedule_message', given)).structuredContent;
  await shop.full.tool('comms.update_scheduled_message', { id, send_at: '2026-03-04T15:00:00Z' });
  const waiting = (await shop.full.tool('comms.list_scheduled_messages', { status: 'scheduled' })).structuredContent;
  expect(waiting.items).toMatchObject([{ id, send_at: '2026-03-04T15:00:00.000Z' }]);
  const canceled = await shop.full.tool('comms.cancel_scheduled_message', { id });
  expect(canceled.structuredContent).toMatchObject({ id, status: 'canceled' });
  const refused = await shop.full.tool('comms.cancel_scheduled_message', { id: 'the one to Dana' });
  expect(refused.content[0].text).toContain('comms.list_scheduled_messages');
});
