import pg from 'pg';
import { KeyTokens } from '../../../application/areas/access/api-keys.js';
import { KeyRing } from '../../../application/areas/access/manage-keys.js';
import { ChangeShopStanding } from '../../../application/areas/access/manage-shops.js';
import { AddStaffMember } from '../../../application/areas/staff/add-staff-member.js';
import { ChangeStaffMember } from '../../../application/areas/staff/change-staff-member.js';
import type { ApiKeyId, ShopId } from '../../../domain/shared/id.js';
import type { Api } from '../../support/api.js';
import { DatabaseProxy } from '../../support/database-proxy.js';
import { eventually } from '../../support/eventually.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

/** The milliseconds within which a change of a key or its shop must take effect on every instance. */
const A_SECOND = 1000;

interface Change {
  /** makes the change */
  readonly happens: (key: ApiKeyId, shop: ShopId) => Promise<unknown>;
  /** the error code of the next request with the key */
  readonly code: string;
}

let database: TestDatabase;
let proxy: DatabaseProxy;
let sql: pg.Client;
/** Two instances of the service on one database. `other` reaches the database through the proxy. */
let one: WholeService;
let other: WholeService;

beforeAll(async () => {
  database = await cloneDatabase();
  sql = new pg.Client({ connectionString: database.url });
  sql.on('error', () => undefined);
  await sql.connect();
  proxy = await DatabaseProxy.before(database.url);
  one = await startWholeService(database.url, { WORKER: 'off' });
  other = await startWholeService(proxy.url, { WORKER: 'off' });
});

afterAll(async () => {
  await Promise.all([one.stop(), other.stop()]);
  await proxy.close();
  await sql.end();
  await database.drop();
});

const changes: Readonly<Record<string, Change>> = {
  'a revocation': { happens: (key) => one.container.get(KeyRing).revoke(key), code: 'unauthorized' },
  'a revocation by SQL': {
    happens: (key) => sql.query('update api_keys set revoked_at = now() where id = $1', [key]),
    code: 'unauthorized',
  },
  'a deletion by SQL': { happens: (key) => sql.query('delete from api_keys where id = $1', [key]), code: 'unauthorized' },
  'an expiry that was moved up': {
    happens: (key) => sql.query(`update api_keys set expires_at = now() - interval '1 hour' where id = $1`, [key]),
    code: 'unauthorized',
  },
  'a suspension': { happens: (_, shop) => one.container.get(ChangeShopStanding).execute(shop, 'suspend'), code: 'org_suspended' },
  'a suspension by SQL': {
    happens: (_, shop) => sql.query('update shops set suspended = true where id = $1', [shop]),
    code: 'org_suspended',
  },
  'a lapsed plan': { happens: (_, shop) => one.container.get(ChangeShopStanding).execute(shop, 'lapse'), code: 'plan_lapsed' },
  'a narrower scope': {
    happens: (key) => sql.query(`update api_keys set scope = 'read' where id = $1`, [key]),
    code: 'insufficient_scope',
  },
};

async function keyOnBoth(): Promise<{ id: ApiKeyId; shop: ShopId; apis: readonly Api[] }> {
  const shop = await one.shop();
  const api = await one.key(shop);
  const publicId = one.container.get(KeyTokens).read(api.token ?? '')?.publicId;
  const { rows } = await sql.query<{ id: ApiKeyId }>('select id from api_keys where public_id = $1', [publicId]);
  const [row] = rows;
  if (!row) throw new Error('the key was not stored');
  return { id: row.id, shop, apis: [api, other.as(api.token)] };
}

/** Returns the error code of a write. It is a write, because only this shows that a key has become a read key. */
const codeOf = async (api: Api): Promise<string> => (await api.post('/leads', {})).body.error.code;

async function expectRemembered(apis: readonly Api[]): Promise<void> {
  for (const api of apis) expect(await codeOf(api)).toBe('validation_error');
}

/**
 * Returns the process ids of the database connections that listen for changes. Each of them has sent a heartbeat shortly before.
 */
const listeners = async (): Promise<number[]> =>
  (
    await sql.query<{ pid: number }>(`select pid from pg_stat_activity
    where datname = current_database() and query = 'show transaction_read_only' and state_change > now() - interval '700 milliseconds'`)
  ).rows.map(({ pid }) => pid);

/**
 * Expects this error code within 3 s, because the machine may be busy. Without an announcement a remembered key expires much
 * later.
 */
async function expectSoon(apis: readonly Api[], code: string): Promise<void> {
  const codes = await Promise.all(
    apis.map((api) =>
      eventually(
        () => codeOf(api),
        (answered) => answered === code,
        3 * A_SECOND,
      ),
    ),
  );
  expect(codes).toEqual(apis.map(() => code));
}

describe.each(Object.entries(changes))('%s', (_, { happens, code }) => {
  it('takes effect at once on every instance', async () => {
    const { id, shop, apis } = await keyOnBoth();
    await expectRemembered(apis);
    await happens(id, shop);
    await expectSoon(apis, code);
  });

  it('takes effect within a second if the listening connections were just killed', async () => {
    const { id, shop, apis } = await keyOnBoth();
    await eventually(listeners, (pids) => pids.length === 2);
    await expectRemembered(apis);
    await sql.query('select pg_terminate_backend(pid) from unnest($1::int[]) as l (pid)', [await listeners()]);
    await happens(id, shop);
    await expectSoon(apis, code);
  });

  it('takes effect within a second if the listening connection died without a notice', async () => {
    const { id, shop, apis } = await keyOnBoth();
    await eventually(listeners, (pids) => pids.length === 2);
    await expectRemembered(apis);
    proxy.silence('listen access_changed');
    await happens(id, shop);
    await expectSoon(apis, code);
  });
});

it('a resumed shop is served at once', async () => {
  const { shop, apis } = await keyOnBoth();
  await one.container.get(ChangeShopStanding).execute(shop, 'suspend');
  await expectSoon(apis, 'org_suspended');
  await one.container.get(ChangeShopStanding).execute(shop, 'resume');
  await expectSoon(apis, 'validation_error');
});

it('a deactivated user has no access by a key that acts for them until reactivated, while the shop’s own keys work', async () => {
  const { shop, apis: own } = await keyOnBoth();
  const { userId } = await one.container.get(AddStaffMember).execute(shop, { name: 'Morgan Ellis', role: 'advisor' });
  const api = await one.key(shop, { actsFor: userId });
  const apis = [api, other.as(api.token)];
  await expectRemembered(apis);
  await one.container.get(ChangeStaffMember).execute(shop, userId, { active: false });
  await expectSoon(apis, 'unauthorized');
  await expectRemembered(own);
  await sql.query('update staff set active = true where shop_id = $1', [shop]);
  await expectSoon(apis, 'validation_error');
});

it('a grant that was taken away is refused at once', async () => {
  const { id, apis } = await keyOnBoth();
  for (const api of apis) expect((await api.post('/tasks/assignees', {})).status).toBe(200);
  await sql.query(`update api_keys set grants = '{"shop.manage":"act"}' where id = $1`, [id]);
  for (const api of apis) {
    const answer = await eventually(
      () => api.post('/tasks/assignees', {}),
      ({ status }) => status === 403,
      A_SECOND,
    );
    expect(answer.body.error.code).toBe('forbidden');
  }
});

it('a revocation during the look-up of a key that no instance remembers takes effect', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { id, shop, apis } = await keyOnBoth();
    await Promise.all([...apis.map(codeOf), changes['a revocation by SQL']?.happens(id, shop)]);
    await expectSoon(apis, 'unauthorized');
  }
});
