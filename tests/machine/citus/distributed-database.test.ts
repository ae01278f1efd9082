import pg from 'pg';
import { withoutLimits } from '../../../adapters/areas/data-source.js';
import { Database } from '../../../adapters/storage/database.js';
import { ApiKeys } from '../../../application/areas/access/api-keys.js';
import { KeyRing } from '../../../application/areas/access/manage-keys.js';
import { ChangeShopStanding } from '../../../application/areas/access/manage-shops.js';
import type { ApiKeyId } from '../../../domain/shared/id.js';
import { eventually } from '../../support/eventually.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

let database: TestDatabase;
let sql: pg.Client;
let whole: WholeService;

beforeAll(async () => {
  database = await cloneDatabase();
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  whole = await startWholeService(database.url);
});

afterAll(async () => {
  await whole.stop();
  await sql.end();
  await database.drop();
});

it('a revoked key and a suspended shop are refused within a second, without a trigger', async () => {
  const id = await whole.shop();
  const [one, other] = [await whole.key(id), await whole.key(await whole.shop())];
  for (const api of [one, other]) expect((await api.get('/leads')).status).toBe(200);
  const { rows } = await sql.query<{ id: ApiKeyId }>('select id from api_keys where shop_id = $1', [id]);
  for (const key of rows) await whole.container.get(KeyRing).revoke(key.id);
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
  const { rows } = await whole.connections.pool.query<object>('show plan_cache_mode');
  expect(rows).toEqual([{ plan_cache_mode: 'auto' }]);
});

it('statements over several shops use one connection to each server, on the connections of calls and of long work', async () => {
  const MODE = 'show citus.multi_shard_modify_mode';
  const own = await whole.container.get(Database).onOwnConnection((client) => client.query<object>(MODE));
  const patient = await withoutLimits(whole.dataSource, (source) => source.query<object[]>(MODE));
  const pooled = await whole.connections.pool.query<object>(MODE);
  const all = [...own.rows, ...patient, ...pooled.rows, ...(await whole.dataSource.query<object[]>(MODE))];
  expect(all).toEqual(Array.from({ length: 4 }, () => ({ 'citus.multi_shard_modify_mode': 'sequential' })));
});

describe('a transaction that changes several shops and then a global table', () => {
  async function changeBoth(mode: string): Promise<void> {
    await sql.query('begin');
    try {
      await sql.query(`set local citus.multi_shard_modify_mode = ${mode}`);
      await sql.query('set local citus.force_max_query_parallelization = on'); // as it is when a statement takes long
      await sql.query('update shop_settings set texts_per_hour = texts_per_hour');
      await sql.query('update shops set name = name');
    } finally {
      await sql.query('rollback');
    }
  }

  it('is refused where the first change uses several connections to a server', async () => {
    await expect(changeBoth('parallel')).rejects.toThrow(/parallel (operation|DML access)/);
  });

  it('succeeds on one connection to each server, as the service has', async () => {
    await expect(changeBoth('sequential')).resolves.toBeUndefined();
  });
});
