import type { Conversation } from '../../../domain/inbox/conversation.js';
import type { Message } from '../../../domain/texting/message.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aStoredMessage } from '../../support/builders/a-message.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { SqlTap } from '../../support/sql-tap.js';
import { at } from '../../support/test-clock.js';

const OUTBOUND = { direction: 'outbound' } as const;

let service: TestService;
let shop: TestShop;
let thread: Conversation;
/** the messages of the thread, newest first: at 12:00 outbound, at 11:00 and 10:00 inbound, at 09:00 outbound */
let messages: readonly string[];

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
  thread = await aConversation(service, shop);
  const sent = async (hour: number, fields: Partial<Message> = {}): Promise<string> =>
    (await aStoredMessage(service, shop, thread, { createdAt: at(`2026-03-01T${hour}:00:00Z`), ...fields })).id;
  messages = [await sent(13, OUTBOUND), await sent(12), await sent(11), await sent(10, OUTBOUND)];
  await aStoredMessage(service, shop, await aConversation(service, shop));
});
afterAll(() => service.stop());

const idsOf = (records: readonly { readonly id: string }[]): string[] => records.map(({ id }) => id);

describe('GET /messages', () => {
  const list = async (query = ''): Promise<string[]> => {
    const { status, body } = await shop.read.get(`/messages?conversation_id=${thread.id}${query}`);
    expect(status).toBe(200);
    return idsOf(body.data);
  };

  it('lists the messages of a thread, newest first, as each of them is read', async () => {
    const { body } = await shop.read.get(`/messages?conversation_id=${thread.id}`);
    expect([idsOf(body.data), body.meta]).toEqual([messages, { next_cursor: null }]);
    expect(body.data[1]).toEqual((await shop.read.get(`/messages/${messages[1]}`)).body.data);
  });

  it('filters by direction and time: `since` is a part of the time, `until` is not', async () => {
    const [newest, late, early, oldest] = messages;
    expect(await list('&direction=inbound')).toEqual([late, early]);
    expect(await list('&direction=outbound')).toEqual([newest, oldest]);
    expect(await list('&since=2026-03-01T11:00:00Z')).toEqual([newest, late, early]);
    expect(await list('&until=2026-03-01T11:00:00Z')).toEqual([oldest]);
    expect(await list('&since=2026-03-01T11:00:00Z&until=2026-03-01T13:00:00Z&direction=inbound')).toEqual([late, early]);
    expect(await list('&since=2026-03-02T00:00:00Z&until=2026-03-01T00:00:00Z')).toEqual([]);
  });
});

describe('comms.list_messages', () => {
  it('lists the messages of a thread with an exact total', async () => {
    const list = async (input: object = {}) =>
      (await shop.read.post('/comms/list_messages', { conversation: thread.id, ...input })).body.data;
    const whole = await list();
    expect([idsOf(whole.items), whole.total, whole.omitted, whole.next_offset]).toEqual([messages, 4, 0, null]);
    const page = await list({ limit: 1, offset: 1, direction: 'inbound' });
    expect(page).toEqual({ items: [whole.items[2]], total: 2, omitted: 1, next_offset: null });
    expect(await list({ offset: 9 })).toEqual({ items: [], total: 4, omitted: 4, next_offset: null });
  });
});

it('a page is read from an index of its thread, so it costs the same in a large shop', async () => {
  const others = await Promise.all(Array.from({ length: 20 }, () => aConversation(service, shop)));
  await service.sql(
    `insert into messages (shop_id, id, conversation_id, direction, body, status, created_at)
     select $1, gen_random_uuid(), thread, 'outbound', repeat('x', 80), 'sent', '2026-04-01T09:00:00Z'::timestamptz + n * interval '1 s'
     from unnest($2::uuid[]) thread cross join generate_series(1, 1000) n`,
    [shop.id, idsOf([...others, thread])],
  );
  await service.sql(
    `insert into conversations (shop_id, id, channel, status, contact_number, pinned, is_ai_managed, created_at, version, origin)
     select $1, gen_random_uuid(), 'sms', 'open', '+1613' || n, false, false, now(), 1, 'import'
     from generate_series(1000000, 1005000) n`,
    [shop.id],
  );
  for (const table of ['messages', 'conversations']) await service.sql(`analyze ${table}`);
  const tap = new SqlTap();
  await shop.read.get(`/messages?conversation_id=${thread.id}&limit=2`);
  await shop.read.get(`/messages?conversation_id=${thread.id}&direction=inbound&limit=2`);
  await shop.read.post('/comms/list_messages', { conversation: thread.id, direction: 'inbound', limit: 2 });
  tap.close();
  const read = tap.statements.filter(({ text }) => /(messages\.list|list_messages) \*/.test(text));
  expect(read).toHaveLength(3);
  for (const { text, values } of read) {
    const plan = await service.sql<{ 'QUERY PLAN': string }>(`explain (analyze, costs off) ${text}`, [...values]);
    const lines = plan.map((row) => row['QUERY PLAN']);
    expect(lines.filter((line) => /Seq Scan on messages|Rows Removed by Filter: \d{3}/.test(line))).toEqual([]);
  }
});
