import { jest } from '@jest/globals';
import { emptyingOfShops } from '../../../adapters/areas/retention/postgres-emptying.js';
import { addJobs } from '../../../adapters/queue/jobs.js';
import { SetShop } from '../../../application/areas/access/manage-shops.js';
import { FileStorage } from '../../../application/areas/media/file-storage.js';
import { EmptyExpired } from '../../../application/areas/retention/empty-expired.js';
import { KEPT_PARTS, type KeptPart } from '../../../domain/retention/retention.js';
import { aStoredCall } from '../../support/builders/a-call.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { anAudioOf } from '../../support/builders/a-stored-file.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';
import { SqlTap } from '../../support/sql-tap.js';
import { at } from '../../support/test-clock.js';

let service: TestService;
let shop: TestShop;
const OLD = at('2025-12-01T09:00:00.000Z');

beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  shop = await service.shop();
  await keep(1);
});
afterAll(() => service.stop());

const keep = (months: number | null): Promise<unknown> =>
  service.container.get(SetShop).execute(shop.id, {
    shop: {},
    settings: { keepRecordingsMonths: months, keepTranscriptsMonths: months, keepMessagesMonths: months },
  });
const run = (): Promise<boolean> => service.container.get(EmptyExpired).run({ shop: shop.id });

/** Stores messages of one thread, a minute apart, beginning with the old time. */
async function messages(count: number): Promise<void> {
  const { id } = await aConversation(service, shop);
  await service.sql(
    `insert into messages (shop_id, id, conversation_id, direction, body, status, created_at)
      select $1, gen_random_uuid(), $2, 'inbound', 'Hello', 'received', $3::timestamptz + n * interval '1 minute'
      from generate_series(1, $4) n`,
    [shop.id, id, OLD, count],
  );
}
const left = async (): Promise<number> => {
  const [row] = await service.sql<{ n: number }>('select count(body)::int as n from messages where shop_id = $1', [shop.id]);
  return row?.n ?? 0;
};

it('a run empties a hundred, the oldest first, and the next one goes on', async () => {
  await messages(250);
  const seen: unknown[] = [];
  for (let turn = 0; turn < 4; turn += 1) seen.push([await run(), await left()]);
  expect(seen).toEqual([
    [false, 150],
    [false, 50],
    [true, 0],
    [true, 0],
  ]);
  const events = await service.sql<{ ids: string[] }>(
    `select data -> 'ids' as ids from outbox where shop_id = $1 and type = 'records.emptied' order by created_at, id`,
    [shop.id],
  );
  const inOrder = await service.sql<{ id: string }>('select id from messages where shop_id = $1 order by created_at', [shop.id]);
  expect(events.map(({ ids }) => ids.length)).toEqual([100, 100, 50]);
  expect(events.map(({ ids }) => ids.toSorted())).toEqual(
    [0, 100, 200].map((first) =>
      inOrder
        .slice(first, first + 100)
        .map(({ id }) => id)
        .sort(),
    ),
  );
});

it('two runs at once empty each record once, and a record that somebody works on is left to a later run', async () => {
  await messages(40);
  await service.dataSource.transaction(async (manager) => {
    await manager.query('select from messages where shop_id = $1 order by created_at limit 1 for update', [shop.id]);
    await Promise.all([run(), run()]);
    expect(await left()).toBe(1);
  });
  await run();
  const versions = await service.sql('select version::int, count(*)::int as n from messages where shop_id = $1 group by 1', [
    shop.id,
  ]);
  expect(versions).toEqual([{ version: 2, n: 40 }]);
});

it('while a file cannot be deleted, its call keeps it, and nothing is told', async () => {
  const { id } = await aStoredCall(service, shop, { startedAt: OLD, hasRecording: true });
  await anAudioOf(service, shop, id, { kind: 'recording' });
  const away = jest.spyOn(service.container.get(FileStorage), 'delete').mockRejectedValueOnce(new Error('the bucket is away'));
  await expect(run()).rejects.toThrow('the bucket is away');
  const state = async (): Promise<unknown[]> => [
    (await shop.read.get(`/calls/${id}`)).body.data.has_recording,
    (await shop.read.get(`/calls/${id}/recording`)).status,
    await service.sql(`select type from outbox where shop_id = $1 and type = 'records.emptied'`, [shop.id]),
  ];
  expect(await state()).toEqual([true, 200, []]);
  away.mockRestore();
  await run();
  expect(await state()).toEqual([false, 500, [{ type: 'records.emptied' }]]);
});

describe('the oldest records', () => {
  const INDEXES: Readonly<Record<KeptPart, string>> = {
    recordings: 'calls_with_sounds',
    transcripts: 'calls_with_transcripts',
    messages: 'messages_with_contents',
    scheduled_messages: 'scheduled_messages_with_contents',
  };
  const tap = new SqlTap();

  beforeAll(async () => {
    const { id } = await aConversation(service, shop);
    const many = 'from generate_series(1, 3000) n';
    const given = [shop.id, OLD];
    await service.sql(
      `insert into calls (shop_id, id, direction, status, "from", "to", has_recording, has_voicemail, started_at, created_at)
        select $1, gen_random_uuid(), 'inbound', 'missed', '', '', false, false, $2, $2 ${many}`,
      given,
    );
    await service.sql(
      `insert into messages (shop_id, id, conversation_id, direction, status, created_at, erased_at)
        select $1, gen_random_uuid(), $3, 'inbound', 'received', $2, now() ${many}`,
      [...given, id],
    );
    await service.sql(
      `insert into scheduled_messages (shop_id, id, channel, body, "to", scheduled_for, send_at, status, links_removed, created_at, version)
        select $1, gen_random_uuid(), 'sms', '—', '—', $2, $2, 'sent', false, $2, 1 ${many}`,
      given,
    );
    await service.sql('analyze calls, messages, scheduled_messages');
    await run();
    tap.close();
  });

  it.each(KEPT_PARTS)('with %s are found without a look at those that were emptied', async (part) => {
    const found = tap.statements.find(({ text }) => text.includes(`retention.${part} `));
    const rows = await service.sql<{ 'QUERY PLAN': string }>(`explain (analyze, costs off) ${found?.text}`, [
      ...(found?.values ?? []),
    ]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain(INDEXES[part]);
    expect(plan).not.toMatch(/Rows Removed|Seq Scan/);
  });
});

it('the leader queues the work of the shops that keep something for some months only', async () => {
  await service.sql('truncate shop_settings');
  await keep(3);
  const work = service.container.get(EmptyExpired).name;
  const client = await service.connections.pool.connect();
  for (let turn = 0; turn < 2; turn += 1) expect(await emptyingOfShops(work, addJobs).run(client)).toBe(false);
  client.release();
  expect(await service.sql('select task_identifier as work, key, revision from graphile_worker.jobs')).toEqual([
    { work, key: `${work}:${shop.id}`, revision: 1 },
  ]);
});
