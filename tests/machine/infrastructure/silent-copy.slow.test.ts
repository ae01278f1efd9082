import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import type { ShopId } from '../../../domain/shared/id.js';
import { command, type Ran } from '../../support/command-line.js';
import { eventually } from '../../support/eventually.js';
import { startFakeTwilio, type FakeTwilio } from '../../support/fakes/twilio/fake-twilio.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

jest.setTimeout(300_000);

/** So many texts wait, and so many scheduled ones are due. */
const EACH = 500;
const LONG_MS = 120_000;

let twilio: FakeTwilio;
let original: TestDatabase;
let copy: TestDatabase;
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'silent-copy-test-'));
  [twilio, original, copy] = await Promise.all([startFakeTwilio(), cloneDatabase(), cloneDatabase('template0')]);
});
afterAll(async () => {
  await Promise.all([twilio.stop(), original.drop(), copy.drop()]);
  await rm(root, { recursive: true, force: true });
});

async function done({ url }: TestDatabase, ...args: string[]): Promise<Ran> {
  const ran = await command({ DATABASE_URL: url, SIGNING_KEYS: 'a-signing-key-of-the-tests', DATA_DIR: root }, ...args);
  expect(ran).toMatchObject({ exitCode: 0 });
  return ran;
}

async function asked<Row>({ url }: TestDatabase, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows as Row[]; // safe: the select list names the properties
  } finally {
    await client.end();
  }
}

function serving({ url }: TestDatabase): Promise<WholeService> {
  return startWholeService(url, {
    ...{ TEXT_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: twilio.accountSid, TWILIO_AUTH_TOKEN: twilio.authToken },
    ...{ TWILIO_API_URL: twilio.url, PUBLIC_URL: 'https://shop.example' },
  });
}

/** A shop with texts to customers of their own: some wait to be handed over, and some are scheduled for a minute ago. */
async function fill(): Promise<ShopId> {
  const { id: shop } = (await done(original, 'shop', 'create', '--name', 'Northside', '--json')).document;
  await done(original, 'shop', 'set', shop, 'texting_hours=mon-sun 00:00-24:00', 'texts_per_hour=1000000');
  await done(original, 'number', 'add', '--shop', shop, '--number', '613 555 0100');
  const number = `'+1613555' || (1000 + n)`;
  await asked(
    original,
    `with threads as (
      insert into conversations (shop_id, id, channel, status, contact_number, pinned, is_ai_managed, created_at, version)
      select $1, gen_random_uuid(), 'sms', 'open', ${number}, false, false, now(), 1 from generate_series(1, ${2 * EACH}) n
      returning id, contact_number, right(contact_number, 4)::int - 1000 as n
    ), texts as (
      insert into messages (shop_id, id, conversation_id, direction, body, "from", "to", status, segments, due_at, created_at)
      select $1, gen_random_uuid(), id, 'outbound', 'Ready.', '+16135550100', contact_number, 'queued', 1, now(), now()
      from threads where n <= ${EACH}
    )
    insert into scheduled_messages (shop_id, id, conversation_id, channel, body, "to", scheduled_for, send_at, due_at, status,
      links_removed, created_at, version)
    select $1, gen_random_uuid(), id, 'sms', 'Ready.', contact_number, now(), now(), now(), 'scheduled', false, now(), 1
    from threads where n > ${EACH}`,
    [shop],
  );
  return shop;
}

/** Returns when the leader has gone round once more: an event is relayed then. */
async function aRound(service: WholeService, shop: ShopId): Promise<void> {
  const api = await service.key(shop);
  const { id } = (await api.post('/leads', { name: 'Dana Whitfield' })).body.data;
  const relayed = `select from outbox where data ->> 'id' = '${id}' and relayed_at is not null`;
  await eventually(
    async () => (await service.connections.pool.query(relayed)).rowCount,
    (count) => count === 1,
    LONG_MS,
  );
}

test('a copy with a thousand texts that are due sends none of them, and the deployment that was saved sends its own', async () => {
  const shop = await fill();
  const { document } = await done(original, 'backup', '--to', join(root, 'backups'), '--json');
  await done(copy, 'restore', document.path, '--json');
  const there = await serving(copy);
  for (let round = 0; round < 5; round += 1) await aRound(there, shop);
  expect(await counted(copy)).toEqual({ messages: { unconfirmed: EACH }, scheduled: { 'scheduled null': EACH } });
  await done(copy, 'wake', '--yes');
  const settled = await eventually(
    () => counted(copy),
    ({ scheduled }) => scheduled['scheduled null'] === undefined,
    LONG_MS,
  );
  for (let round = 0; round < 2; round += 1) await aRound(there, shop);
  await there.stop();
  expect([settled, twilio.sent]).toEqual([{ messages: { unconfirmed: EACH }, scheduled: { 'refused silent': EACH } }, []]);

  const here = await serving(original);
  await eventually(
    () => twilio.sent.length,
    (count) => count === 2 * EACH,
    LONG_MS,
  );
  await here.stop();
  expect(new Set(twilio.sent.map(({ to }) => to)).size).toBe(2 * EACH);
});

async function counted(database: TestDatabase): Promise<Record<'messages' | 'scheduled', Record<string, number>>> {
  const of = async (sql: string): Promise<Record<string, number>> =>
    Object.fromEntries((await asked<{ state: string; n: number }>(database, sql)).map(({ state, n }) => [state, n]));
  return {
    messages: await of('select status as state, count(*)::int as n from messages group by 1'),
    scheduled: await of(
      `select status || ' ' || coalesce(error, 'null') as state, count(*)::int as n from scheduled_messages group by 1`,
    ),
  };
}
