import { HandOverText } from '../../../application/areas/texting/hand-over-text.js';
import { SendScheduledMessage } from '../../../application/areas/texting/send-scheduled-message.js';
import type { DueRecord, Work } from '../../../application/kernel/events/work.js';
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

/** Returns the rows that a shop has after its texts, without ids and times. */
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

/** Runs work on all records while another transaction holds one of them, until nothing but that one is left to do. */
async function holding<Id extends string>(
  { inbox: { shop } }: Burst,
  table: 'messages' | 'scheduled_messages',
  ids: readonly Id[],
  held: Id,
  work: Work<DueRecord<Id>>,
): Promise<void> {
  const left = async (): Promise<string[]> => {
    const open = `select id from ${table} where shop_id = $1 and id = any($2) and status in ('scheduled', 'queued', 'sending')`;
    return (await service.sql<{ id: string }>(open, [shop.id, ids])).map(({ id }) => id);
  };
  const holder = await service.connections.pool.connect();
  await holder.query('begin');
  await holder.query(`select from ${table} where shop_id = $1 and id = $2 for update`, [shop.id, held]);
  const runs = Promise.allSettled(ids.map((id) => work.run({ shop: shop.id, id })));
  expect(await eventually(left, (rows) => rows.length < 2)).toEqual([held]);
  await holder.query('commit');
  holder.release();
  await runs;
  await work.run({ shop: shop.id, id: held });
  expect(await left()).toEqual([]);
}

test('a text that another transaction holds keeps none of the others waiting', async () => {
  const all = await burst();
  await holding(all, 'scheduled_messages', all.scheduled, all.scheduled[4]!, service.container.get(SendScheduledMessage));
  await holding(all, 'messages', all.queued, all.queued[1]!, service.container.get(HandOverText));
  const texts = await all.inbox.handedOver();
  expect(texts.filter(({ to, body }) => to === NUMBERS[4] && body.startsWith('It is ready'))).toHaveLength(1);
  expect(texts.filter(({ body }) => body === 'Thank you.')).toHaveLength(3);
});

test('a text that was handed on is handed on again only if it was moved', async () => {
  const { inbox, scheduled } = await burst();
  const handedOn = 'update scheduled_messages set due_at = null where shop_id = $1';
  await service.sql(handedOn, [inbox.shop.id]);
  const [id, later] = [scheduled[5]!, new Date(Date.parse(service.clock.now()) + 60_000).toISOString()];
  const dueAfter = async (change: object): Promise<unknown> => {
    const { status } = await inbox.shop.full.post('/comms/update_scheduled_message', { id, ...change });
    const [row] = await service.sql<{ due: string | null }>(
      'select to_json(due_at) #>> array[]::text[] as due from scheduled_messages where id = $1',
      [id],
    );
    return { status, due: row?.due ? new Date(row.due).toISOString() : null };
  };
  expect(await dueAfter({ body: 'It is ready now.' })).toEqual({ status: 200, due: null });
  expect(await dueAfter({ send_at: later })).toEqual({ status: 200, due: later });
});
