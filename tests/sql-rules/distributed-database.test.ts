import pg from 'pg';
import { Database } from '../../adapters/storage/database.js';
import { countWaitingEvents } from '../../adapters/storage/outbox/event-follower.js';
import { ApiKeys } from '../../application/areas/access/api-keys.js';
import { RevokeKey } from '../../application/areas/access/manage-keys.js';
import { ChangeShopStanding } from '../../application/areas/access/manage-shops.js';
import { DueDeliveries } from '../../application/areas/webhooks/deliveries.js';
import { Clock } from '../../application/kernel/ports/ports.js';
import type { ApiKeyId } from '../../domain/shared/id.js';
import { findings, KEYS_LOOKED_UP, ownedTables } from '../support/bound-statements.js';
import { aWebhook } from '../support/builders/a-webhook.js';
import { CITUS_STAND_IN } from '../support/citus-stand-in.js';
import { command } from '../support/command-line.js';
import { eventually } from '../support/eventually.js';
import { FOR_ALL_SHOPS, RARELY_FOR_ALL_SHOPS } from '../support/for-all-shops.js';
import { cloneDatabase, type TestDatabase } from '../support/postgres.js';
import { sharedTestService, type TestService } from '../support/service.js';
import { SqlTap } from '../support/sql-tap.js';
import { Subscriber } from '../support/subscriber.js';
import { startWholeService, type WholeService } from '../support/whole-service.js';

let database: TestDatabase;
let sql: pg.Client;
let service: TestService;
let whole: WholeService;

/** A database that the command has distributed: without triggers, and taken for a distributed one by the service. */
beforeAll(async () => {
  service = await sharedTestService();
  database = await cloneDatabase();
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  await sql.query(CITUS_STAND_IN);
  await command({ DATABASE_URL: database.url, SIGNING_KEYS: 'a-signing-key-of-the-tests' }, 'distribute');
  whole = await startWholeService(database.url, { ALLOW_PRIVATE_WEBHOOKS: 'on' });
});

afterAll(async () => {
  await whole.stop();
  await service.stop();
  await sql.end();
  await database.drop();
});

it('a revoked key and a suspended shop are refused within a second, without a trigger', async () => {
  const id = await whole.shop();
  const [one, other] = [await whole.key(id), await whole.key(await whole.shop())];
  for (const api of [one, other]) expect((await api.get('/leads')).status).toBe(200);
  const { rows } = await sql.query<{ id: ApiKeyId }>('select id from api_keys where shop_id = $1', [id]);
  for (const key of rows) await whole.container.get(RevokeKey).execute(key.id);
  const { rows: shops } = await sql.query<{ id: typeof id }>('select id from shops where id <> $1', [id]);
  for (const shop of shops) await whole.container.get(ChangeShopStanding).execute(shop.id, 'suspend');
  const codes = async (): Promise<unknown> =>
    Promise.all([one, other].map(async (api) => (await api.get('/leads')).body.error?.code as unknown));
  expect(await eventually(codes, (answered) => JSON.stringify(answered) === '["unauthorized","org_suspended"]', 1000)).toEqual([
    'unauthorized',
    'org_suspended',
  ]);
});

it('the list of a shop’s keys shows when each was used last, also where an earlier release has noted it', async () => {
  const id = await whole.shop();
  const api = await whole.key(id);
  const keys = whole.container.get(ApiKeys);
  const lastUse = async (): Promise<string | null | undefined> => (await keys.listOf(id))[0]?.lastUsedAt;
  expect(await lastUse()).toBeNull();
  await api.get('/me');
  expect(await eventually(lastUse, (at) => at !== null)).toMatch(/^20/);
  await sql.query(`update api_keys set last_used_at = '2999-01-01' where shop_id = $1`, [id]);
  expect(await lastUse()).toBe('2999-01-01T00:00:00.000Z');
});

it('statements are planned for their values, because Citus fails where a generic plan is forced', async () => {
  const modeOf = async ({ connections }: WholeService | TestService): Promise<unknown> =>
    (await connections.pool.query<object>('show plan_cache_mode')).rows;
  expect(await modeOf(whole)).toEqual([{ plan_cache_mode: 'auto' }]);
  expect(await modeOf(service)).toEqual([{ plan_cache_mode: 'force_generic_plan' }]);
});

it('a service carries out no statement over several shops but those of the list, each of which Citus takes', async () => {
  const subscriber = await Subscriber.start();
  const id = await whole.shop();
  await aWebhook(
    { sql: async (text, values) => (await sql.query(text, values)).rows, container: whole.container },
    { id },
    subscriber.url,
  );
  const tap = new SqlTap();
  try {
    const api = await whole.key(id);
    const rule = { name: 'Welcome', on: 'lead.created', do: [{ step: 'create_task', title: 'Call' }] };
    expect((await api.post('/automations/create', rule)).body).toMatchObject({ data: {} });
    await api.post('/leads', { name: 'Dana' });
    const old = `now() - interval '60 days'`;
    await sql.query(
      `insert into outbox (shop_id, id, type, data, created_at, relayed_at, number)
      select $1, gen_random_uuid(), 'lead.created', '{}', ${old}, ${old}, nextval('event_numbers') from generate_series(1, 3)`,
      [id],
    );
    await sql.query(
      `insert into idempotency_keys (shop_id, api_key_id, key, fingerprint, attempt, begun_at)
      values ($1, gen_random_uuid(), 'old', '', gen_random_uuid(), ${old})`,
      [id],
    );
    await countWaitingEvents(whole.container.get(Database));
    await whole.container.get(DueDeliveries).count(whole.container.get(Clock).now());
    await eventually(
      async () => (await sql.query(`select from webhook_deliveries where shop_id = $1 and status = 'delivered'`, [id])).rowCount,
      (delivered) => delivered !== 0,
    );
    const unused = async (): Promise<readonly object[]> => {
      const owned = await ownedTables(service);
      const found = findings(tap, id, owned, [...KEYS_LOOKED_UP, ...FOR_ALL_SHOPS, ...RARELY_FOR_ALL_SHOPS]);
      expect({ unbound: found.unbound, refused: found.refused }).toEqual({ unbound: [], refused: [] });
      return found.unused.filter((exception) => RARELY_FOR_ALL_SHOPS.includes(exception));
    };
    expect(await eventually(unused, (left) => left.length === 0)).toEqual([]);
    const pruned = async (): Promise<number | null> =>
      (await sql.query('select from pruned_events where shop_id = $1', [id])).rowCount;
    expect(await eventually(pruned, (count) => count === 1)).toBe(1);
  } finally {
    tap.close();
    await subscriber.stop();
  }
});
