import { HandOverText } from '../../../application/areas/texting/hand-over-text.js';
import { SendScheduledMessage } from '../../../application/areas/texting/send-scheduled-message.js';
import type { MessageId, ScheduledMessageId } from '../../../domain/shared/id.js';
import { aCustomer } from '../../support/builders/records.js';
import { doDueWork } from '../../support/due-work.js';
import { eventually } from '../../support/eventually.js';
import { Inbox } from '../../support/inbox.js';
import { startTestService, type TestService } from '../../support/service.js';
import { SqlTap } from '../../support/sql-tap.js';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
beforeEach(() => {
  service.clock.restart();
});
afterAll(() => service.stop());

const REFUSED_BY_PROVIDER = '+15005550001';
const ON_PROVIDERS_LIST = '+15005550004';
const NUMBERS = [...Array.from({ length: 8 }, (_, n) => `+1613555${4200 + n}`), REFUSED_BY_PROVIDER, ON_PROVIDERS_LIST];

interface Burst {
  readonly inbox: Inbox;
  readonly scheduled: ScheduledMessageId[];
  readonly queued: MessageId[];
}

/** Texts of one shop that are all due at one instant: to new contacts and known ones, allowed and forbidden ones, two to one number. */
async function burst(): Promise<Burst> {
  const inbox = await Inbox.open(service);
  const { full } = inbox.shop;
  const customers: string[] = [];
  for (const phone of NUMBERS) customers.push((await aCustomer(full, { phone, email: `${phone}@example.com` })).id as string);
  await inbox.writes('Is it ready?', { from: NUMBERS[1]! });
  const thread = (await inbox.threadOf(NUMBERS[1])).id as string;
  const send_at = new Date(Date.parse(service.clock.now()) + 60_000);
  const scheduled: ScheduledMessageId[] = [];
  const schedule = async (fields: object): Promise<ScheduledMessageId> => {
    const { body } = await full.post('/comms/schedule_message', { channel: 'sms', body: 'It is ready.', send_at, ...fields });
    scheduled.push(body.data.id as ScheduledMessageId);
    return body.data.id as ScheduledMessageId;
  };
  for (const customer_id of customers) await schedule({ customer_id });
  await schedule({ customer_id: customers[0], body: 'Come before five.' });
  await schedule({ conversation: thread, body: 'See you then.' });
  const canceled = await schedule({ customer_id: customers[3] });
  await full.post('/comms/cancel_scheduled_message', { id: canceled });
  await inbox.writes('STOP', { from: NUMBERS[2]! });
  await doDueWork(service);
  service.clock.pass(60_000);
  const queued: MessageId[] = [];
  for (const customer_id of [customers[4], customers[5], customers[0]])
    queued.push((await inbox.queued({ customer_id, body: 'Thank you.' })).id as MessageId);
  return { inbox, scheduled, queued };
}

/** What a shop has after its texts, without ids and times. */
async function leftBy({ inbox }: Burst): Promise<Record<string, string[]>> {
  const tables = {
    threads: 'select to_jsonb(t) as row from conversations t where t.shop_id = $1',
    messages: `select to_jsonb(t) || jsonb_build_object('thread', c.contact_number) as row
      from messages t join conversations c on c.shop_id = t.shop_id and c.id = t.conversation_id where t.shop_id = $1`,
    scheduled: 'select to_jsonb(t) as row from scheduled_messages t where t.shop_id = $1',
    events: `select jsonb_build_object('type', t.type, 'data', t.data, 'cause', t.cause) as row from outbox t where t.shop_id = $1`,
    counts: `select jsonb_build_object('list', t.list, 'bucket', t.bucket, 'n', sum(t.n)) as row from record_counts t
      where t.shop_id = $1 group by t.list, t.bucket having sum(t.n) <> 0`,
    taken: `select jsonb_build_object('taken', t.taken) as row from texts_taken t where t.shop_id = $1`,
    handedOver: `select jsonb_build_object('to', t."to", 'body', t.body) as row from sandbox_outbox t where t.shop_id = $1`,
  };
  // The recipients of the sandbox have reported by then.
  service.clock.pass(2_000);
  await doDueWork(service);
  const left: Record<string, string[]> = {};
  for (const [name, sql] of Object.entries(tables)) {
    const rows = await service.sql<{ row: object }>(sql, [inbox.shop.id]);
    left[name] = rows.map(({ row }) => plain(JSON.stringify(row).replaceAll(inbox.line, 'the line'))).toSorted();
  }
  return left;
}

const plain = (json: string): string =>
  json
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'time')
    .replaceAll(/SM[0-9a-f]{32}/g, 'SM');

/** Does the work of a burst text by text, before anybody else finds it. */
async function oneByOne({ inbox: { shop }, scheduled, queued }: Burst): Promise<void> {
  for (const table of ['messages', 'scheduled_messages'])
    await service.sql(`update ${table} set due_at = null where shop_id = $1`, [shop.id]);
  for (const id of queued) await service.container.get(HandOverText).run({ shop: shop.id, id });
  for (const id of scheduled) await service.container.get(SendScheduledMessage).run({ shop: shop.id, id });
}

test('texts that are due at one instant leave behind what they leave one after the other', async () => {
  const one = await burst();
  await oneByOne(one);
  const other = await burst();
  const tap = new SqlTap();
  await doDueWork(service).finally(() => {
    tap.close();
  });
  const [left, expected] = [await leftBy(other), await leftBy(one)];
  for (const [name, rows] of Object.entries(left)) expect({ [name]: rows }).toEqual({ [name]: expected[name] });
  const ends = left['scheduled']!.map((row) => /"status":"(\w+)"/.exec(row)?.[1] ?? '').toSorted();
  expect(ends).toEqual(['canceled', 'failed', 'failed', 'refused', ...Array<string>(9).fill('sent')]);
  expect(left['handedOver']).toHaveLength(15);
  const sent = new Set(tap.statements.map(({ text }) => /\/\* (\S+) \*\//.exec(text)?.[1]));
  expect([...sent]).toEqual(
    expect.arrayContaining([
      ...['scheduled_messages.find_many', 'scheduled_messages.update_many', 'messages.find_many', 'messages.update_many'],
      ...['conversations.of_numbers', 'conversations.insert_many', 'conversations.update_many', 'messages.claim_texts'],
    ]),
  );
});

test('a text that another transaction holds keeps none of the others waiting', async () => {
  const { inbox, scheduled } = await burst();
  const held = scheduled[4]!;
  const work = service.container.get(SendScheduledMessage);
  const send = (id: ScheduledMessageId): Promise<boolean> => work.run({ shop: inbox.shop.id, id });
  const holder = await service.connections.pool.connect();
  await holder.query('begin');
  await holder.query('select from scheduled_messages where shop_id = $1 and id = $2 for update', [inbox.shop.id, held]);
  const runs = Promise.allSettled(scheduled.map(send));
  const states = async (): Promise<unknown[]> =>
    service.sql(`select id from scheduled_messages where shop_id = $1 and status in ('scheduled', 'sending')`, [inbox.shop.id]);
  expect(await eventually(states, (rows) => rows.length < 2)).toEqual([{ id: held }]);
  await holder.query('commit');
  holder.release();
  await runs;
  await send(held);
  expect(await states()).toEqual([]);
  const texts = await inbox.handedOver();
  expect(texts.filter(({ to }) => to === NUMBERS[4])).toHaveLength(1);
});
