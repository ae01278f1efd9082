import { SettingsOfShops } from '../../../application/areas/access/shops.js';
import { HandOverText } from '../../../application/areas/texting/hand-over-text.js';
import { SendScheduledMessage } from '../../../application/areas/texting/send-scheduled-message.js';
import type { MessageId, ScheduledMessageId } from '../../../domain/shared/id.js';
import { aCustomer } from '../../support/builders/records.js';
import { doDueWork } from '../../support/due-work.js';
import { Inbox } from '../../support/inbox.js';
import { startTestService, type TestService } from '../../support/service.js';

let service: TestService;
let inbox: Inbox;
/** one for each text: only so that no two texts have the same thread */
let customers: string[];

beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  service.clock.restart();
  inbox = await Inbox.open(service);
  const numbers = Array.from({ length: 12 }, (_, n) => `+1613555${4100 + n}`);
  customers = await Promise.all(numbers.map(async (phone) => (await aCustomer(inbox.shop.full, { phone })).id as string));
});
afterAll(() => service.stop());

const limitTo = (textsPerHour: number): Promise<unknown> =>
  service.container.get(SettingsOfShops).change(inbox.shop.id, { textsPerHour });

async function scheduled(of: readonly string[]): Promise<ScheduledMessageId[]> {
  const text = { channel: 'sms', body: 'Your car is ready.', send_at: new Date(Date.parse(service.clock.now()) + 60_000) };
  const answers = await Promise.all(
    of.map((customer_id) => inbox.shop.full.post('/comms/schedule_message', { ...text, customer_id })),
  );
  return answers.map(({ body }) => body.data.id as ScheduledMessageId);
}

const queued = (of: readonly string[]): Promise<MessageId[]> =>
  Promise.all(of.map(async (customer_id) => (await inbox.queued({ customer_id })).id as MessageId));

const countOf = (entries: readonly unknown[]): Record<string, number> => {
  const words = entries.map((entry) => JSON.stringify(entry));
  return Object.fromEntries([...new Set(words)].map((word) => [word, words.filter((other) => other === word).length]));
};
const endsOf = async (table: 'messages' | 'scheduled_messages'): Promise<Record<string, number>> =>
  countOf(
    (
      await service.sql<{ status: string; error: string | null }>(
        `select status, error from ${table} where shop_id = $1 order by status desc`,
        [inbox.shop.id],
      )
    ).map(({ status, error }) => error ?? status),
  );

test('of four scheduled texts that are due at one instant, the two go out that the limit allows', async () => {
  const ids = await scheduled(customers.slice(0, 4));
  await limitTo(2);
  service.clock.pass(60_000);
  const work = service.container.get(SendScheduledMessage);
  await Promise.all(ids.map((id) => work.run({ shop: inbox.shop.id, id })));
  expect([await endsOf('scheduled_messages'), (await inbox.handedOver()).length]).toEqual([
    { '"sent"': 2, '"hourly_limit"': 2 },
    2,
  ]);
});

test('two workers that hand the same texts over at the same time keep the limit, and use it up', async () => {
  const ids = await queued(customers);
  await limitTo(5);
  const work = service.container.get(HandOverText);
  await Promise.all([...ids, ...ids.toReversed()].map((id) => work.run({ shop: inbox.shop.id, id })));
  expect([await endsOf('messages'), (await inbox.handedOver()).length]).toEqual([{ '"sent"': 5, '"hourly_limit"': 7 }, 5]);
});

test('a large limit is kept, and used up, though not each text is counted', async () => {
  const ids = (await Promise.all(Array.from({ length: 10 }, () => queued(customers)))).flat();
  await limitTo(115);
  const work = service.container.get(HandOverText);
  for (const id of ids.slice(0, 20)) await work.run({ shop: inbox.shop.id, id });
  await Promise.all(ids.slice(20).map((id) => work.run({ shop: inbox.shop.id, id })));
  expect(await endsOf('messages')).toEqual({ '"sent"': 115, '"hourly_limit"': 5 });
});

test('a limit is kept when the counter of a shop begins anew between two texts', async () => {
  const ids = await queued(customers);
  await limitTo(5);
  const work = service.container.get(HandOverText);
  await service.sql('insert into texts_taken (shop_id, taken) values ($1, 7)', [inbox.shop.id]);
  for (const id of ids.slice(0, 3)) await work.run({ shop: inbox.shop.id, id });
  await service.sql('update texts_taken set taken = 0 where shop_id = $1', [inbox.shop.id]);
  for (const id of ids.slice(3)) await work.run({ shop: inbox.shop.id, id });
  expect(await endsOf('messages')).toEqual({ '"sent"': 5, '"hourly_limit"': 7 });
});

test('what was sent an hour ago takes no place, and answers to keywords never do', async () => {
  await limitTo(2);
  await queued(customers.slice(0, 2));
  await inbox.writes('HELP');
  await doDueWork(service);
  expect((await inbox.sends({ customer_id: customers[2] })).status).toBe(429);
  service.clock.pass(3_600_001);
  const ids = await queued(customers.slice(2, 4));
  const work = service.container.get(HandOverText);
  await Promise.all(ids.map((id) => work.run({ shop: inbox.shop.id, id })));
  expect(await inbox.handedOver()).toHaveLength(5);
});

test('a text that a block holds back takes no place', async () => {
  const ids = await queued(customers.slice(0, 3));
  await limitTo(2);
  await inbox.writes('STOP', { from: '+16135554100' });
  const work = service.container.get(HandOverText);
  await Promise.all(ids.map((id) => work.run({ shop: inbox.shop.id, id })));
  expect(await endsOf('messages')).toMatchObject({ '"opted_out"': 1 });
  expect((await inbox.handedOver()).filter(({ body }) => body === 'Your car is ready.')).toHaveLength(2);
});
