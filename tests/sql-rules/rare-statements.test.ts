import pg from 'pg';
import { ENDPOINTS_OF_ALL } from '../../adapters/areas/webhooks/postgres-due-deliveries.js';
import { Database } from '../../adapters/storage/database.js';
import { countWaitingEvents } from '../../adapters/storage/outbox/event-follower.js';
import { DueDeliveries } from '../../application/areas/webhooks/deliveries.js';
import { Clock } from '../../application/kernel/ports/ports.js';
import { refusalsAcrossShops } from '../support/across-shops.js';
import { findings, KEYS_LOOKED_UP, ownedTables } from '../support/bound-statements.js';
import { aWebhook } from '../support/builders/a-webhook.js';
import { DISTRIBUTED, refusalsWhenDistributed } from '../support/distributed-sql.js';
import { eventually } from '../support/eventually.js';
import { FOR_ALL_SHOPS, ON_CITUS_FOR_ALL_SHOPS, RARELY_FOR_ALL_SHOPS } from '../support/for-all-shops.js';
import { cloneDatabase, workerUrls, type TestDatabase } from '../support/postgres.js';
import { SqlTap } from '../support/sql-tap.js';
import { Subscriber } from '../support/subscriber.js';
import { startWholeService, type WholeService } from '../support/whole-service.js';

const RARE = [...RARELY_FOR_ALL_SHOPS, ...(workerUrls().length > 0 ? ON_CITUS_FOR_ALL_SHOPS : [])];

let database: TestDatabase;
let sql: pg.Client;
let whole: WholeService;

beforeAll(async () => {
  database = await cloneDatabase();
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  whole = await startWholeService(database.url, { ALLOW_PRIVATE_WEBHOOKS: 'on' });
});

afterAll(async () => {
  await whole.stop();
  await sql.end();
  await database.drop();
});

/** The cast is safe: the select list names the properties of `Row`. */
const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> => (await sql.query(text, values)).rows as Row[];

it('Citus takes the statement that looks for due deliveries there', () => {
  const { text } = ENDPOINTS_OF_ALL;
  expect([...refusalsAcrossShops(text, DISTRIBUTED), ...refusalsWhenDistributed(text)]).toEqual([]);
});

it('what a service does rarely is no statement over several shops but those of the list, each of which Citus takes', async () => {
  const subscriber = await Subscriber.start();
  const id = await whole.shop();
  await aWebhook({ sql: query, container: whole.container }, { id }, subscriber.url);
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
      const owned = await ownedTables({ sql: query });
      const found = findings(tap, id, owned, [...KEYS_LOOKED_UP, ...FOR_ALL_SHOPS, ...RARE]);
      expect({ unbound: found.unbound, refused: found.refused }).toEqual({ unbound: [], refused: [] });
      return found.unused.filter((exception) => RARE.includes(exception));
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
