import pg, { type ClientBase } from 'pg';
import { withoutLimits } from '../../../adapters/areas/data-source.js';
import { Database } from '../../../adapters/storage/database.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Answer, Api } from '../../support/api.js';
import { DatabaseProxy } from '../../support/database-proxy.js';
import { eventually } from '../../support/eventually.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

const LONGEST_MS = 5000;
const POOL = 4;

let database: TestDatabase;
let proxy: DatabaseProxy;
let service: WholeService;
let shop: ShopId;
let api: Api;
let sql: pg.Client;

beforeAll(async () => {
  database = await cloneDatabase();
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  proxy = await DatabaseProxy.before(database.url);
  service = await startWholeService(proxy.url, { DATABASE_POOL: String(POOL) });
  shop = await service.shop();
  api = await service.key(shop);
});
afterAll(async () => {
  await service.stop();
  await proxy.close();
  await sql.end();
  await database.drop();
});

interface Timed extends Answer {
  readonly ms: number;
}

async function timed(call: Promise<Answer>): Promise<Timed> {
  const began = performance.now();
  const answer = await call;
  return { ...answer, ms: performance.now() - began };
}

const newLead = (name: string, headers = {}): Promise<Timed> => timed(api.post('/leads', { name }, headers));
const leadsNamed = async (name: string): Promise<number> =>
  (await sql.query('select from leads where first_name = $1', [name])).rowCount ?? 0;
/** Repeats a call until its answer has this status. */
const answered = (status: number, call: () => Promise<Answer>): Promise<Answer> =>
  eventually(call, (answer) => answer.status === status);
const ready = async (): Promise<number> => (await fetch(`${service.url}/readyz`)).status;

/** Expects that each call was refused in time, with an answer that says that nothing changed. */
function expectRefused(answers: readonly Timed[]): void {
  for (const { status, headers, body, ms } of answers) {
    expect({ status, code: body.error.code }).toEqual({ status: 503, code: 'unavailable' });
    expect(body.error.message).toMatch(/; nothing changed, try again shortly$/);
    expect(headers.get('retry-after')).toBe('1');
    expect(ms).toBeLessThan(LONGEST_MS);
  }
}

async function whileLocked<T>(mode: string, work: () => Promise<T>, table = 'leads'): Promise<T> {
  await sql.query('begin');
  await sql.query(`lock table ${table} in ${mode} mode`);
  try {
    return await work();
  } finally {
    await sql.query('rollback');
  }
}

/**
 * Finds the statements that wait for a lock. It does not read pg_stat_activity, whose content stays the same for a whole
 * transaction.
 */
const BLOCKED = `select from pg_locks where not granted
  and database = (select oid from pg_database where datname = current_database())`;
const blocked = async (): Promise<number | null> => (await sql.query(BLOCKED)).rowCount;
/** Finds the lists of leads that wait for a lock. A transaction sees the activity of its first look, unless that is cleared. */
async function blockedLists(): Promise<number | null> {
  await sql.query('select pg_stat_clear_snapshot()');
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%leads.search%'`;
  return (await sql.query(waiting)).rowCount;
}
interface Limit {
  readonly statement_timeout: string;
}
async function limits(): Promise<(string | undefined)[]> {
  const limit = (): Promise<{ rows: Limit[] }> => service.connections.pool.query<Limit>('show statement_timeout');
  return (await Promise.all(Array.from({ length: POOL }, limit))).map(({ rows: [row] }) => row?.statement_timeout);
}
const connections = async (): Promise<number> =>
  (await sql.query(`select from pg_stat_activity where datname = current_database() and application_name = 'shop-operations'`))
    .rowCount ?? 0;

describe('a table that is locked', () => {
  it('makes a write end before its client is answered, so that it is not stored later', async () => {
    const { body } = await newLead('Changed');
    await whileLocked('share', async () => {
      const change = (status: string): Promise<Timed> => timed(api.patch(`/leads/${body.data.id}`, { status }));
      const refused = Promise.all([
        newLead('Refused'),
        newLead('Refused', { 'idempotency-key': 'locked' }),
        change('contacted'),
        change('won'),
        change('lost'),
      ]);
      expectRefused(await refused);
      expect(await blocked()).toBe(0);
    });
    expect(await leadsNamed('Refused')).toBe(0);
    expect((await api.get(`/leads/${body.data.id}`)).body.data.status).toBe('new');
    expect((await newLead('Refused', { 'idempotency-key': 'locked' })).status).toBe(201);
    expect(await leadsNamed('Refused')).toBe(1);
  });

  it('does not delay requests that do not need it, and uses no more connections than the pool has', async () => {
    await api.get('/leads');
    const before = await connections();
    await whileLocked('access exclusive', async () => {
      const refused = Promise.all(Array.from({ length: 3 * POOL }, () => timed(api.get('/leads'))));
      expect(await eventually(blockedLists, (count) => count === POOL / 2)).toBe(POOL / 2);
      const others: number[] = [];
      for (let n = 0; n < 20; n += 1) others.push((await api.get('/customers')).status);
      expect(new Set(others)).toEqual(new Set([200]));
      expect(await connections()).toBeLessThanOrEqual(before + POOL);
      expectRefused(await refused);
    });
    expect((await api.get('/leads')).status).toBe(200);
  });

  it('delays no reads when only writes need it', async () => {
    const needOutbox = async (): Promise<void> => {
      const writes = Array.from({ length: 3 * POOL }, (_, n) => [
        newLead(`Late ${n}`),
        timed(api.post('/tasks', { title: `Late ${n}` })),
      ]).flat();
      await eventually(blocked, (count) => count === POOL / 2);
      const reads: number[] = [];
      for (let n = 0; n < 20; n += 1) {
        for (const path of ['/leads', '/tasks', '/customers']) reads.push((await api.get(path)).status);
      }
      expect(new Set(reads)).toEqual(new Set([200]));
      expectRefused(await Promise.all(writes));
    };
    await whileLocked('access exclusive', needOutbox, 'outbox');
  });

  it('may be waited for without a limit by imports, exports and migrations', async () => {
    const database = service.container.get(Database);
    const show = async (client: ClientBase): Promise<unknown> =>
      (await client.query<Limit>('show statement_timeout')).rows[0]?.statement_timeout;
    expect(await database.onOwnConnection(show)).toBe('0');
    const lent = database.streamOnOwnConnection(async function* (client) {
      yield await show(client);
    });
    expect((await lent.next()).value).toBe('0');
    await lent.return(undefined);
    expect(await withoutLimits(service.dataSource, (patient) => patient.query('show statement_timeout'))).toEqual([
      { statement_timeout: '0' },
    ]);
    expect(new Set(await limits())).toEqual(new Set(['2500ms']));
  });
});

it('a full database is logged with its reason, and is not reported as unreachable', async () => {
  const reasons = (): unknown[] =>
    service.log.lines
      .filter(({ message }) => message === 'request failed')
      .map(({ detail }) => (detail as { reason?: unknown }).reason)
      .filter((reason) => String(reason).startsWith('53100'));
  await sql.query(`create function full_disk() returns trigger language plpgsql as
    $$ begin raise 'could not extend file "base/1/2": No space left on device' using errcode = '53100', detail = new.first_name; end $$`);
  await sql.query('create trigger full_disk before insert on leads for each row execute function full_disk()');
  const refused = await Promise.all([newLead('Full'), newLead('Full', { 'idempotency-key': 'full' }), newLead('Full')]);
  await sql.query('drop trigger full_disk on leads');
  expectRefused(refused);
  expect(new Set(refused.map(({ body }) => body.error.message as unknown))).toEqual(
    new Set(['the database cannot store anything at the moment; nothing changed, try again shortly']),
  );
  expect(reasons()).toEqual(
    refused.map(() => '53100: could not extend file "base/1/2": No space left on device, in leads.insert'),
  );
  expect((await newLead('Full', { 'idempotency-key': 'full' })).status).toBe(201);
});

describe('a database that does not respond', () => {
  it('is answered as 503 within five seconds for many changes of one record, and waiting changes never begin', async () => {
    const { body } = await newLead('Waited');
    proxy.fallSilent();
    const changes = Array.from({ length: 12 }, () => timed(api.patch(`/leads/${body.data.id}`, { status: 'contacted' })));
    const others = [
      timed(api.get('/customers')),
      newLead('Lost', { 'idempotency-key': 'stands-still' }),
      timed(api.get('/tasks')),
    ];
    const answers = await Promise.all([...changes, ...others]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(LONGEST_MS);
    proxy.speakAgain();
    const after = await answered(200, () => api.get(`/leads/${body.data.id}`));
    expect(after.body.data.status).toBe('new');
  });
});

describe('a database that has become read-only', () => {
  const become = async (readOnly: boolean): Promise<void> => {
    const { rows } = await sql.query<{ name: string }>('select current_database() as name');
    await sql.query(`alter database ${rows[0]?.name} set default_transaction_read_only = ${readOnly ? 'on' : 'off'}`);
  };
  const readers = `select pid from pg_stat_activity
    where datname = current_database() and application_name = 'shop-operations' and query like '%statement_timeout%'`;
  const processes = async (): Promise<number[]> => (await sql.query<{ pid: number }>(readers)).rows.map(({ pid }) => pid);
  /** Asks on all connections of the pool at once. A request could go over another connection. */
  const useThePool = limits;

  it('is answered as 503 and not ready, and its connections are replaced when a writable one is back', async () => {
    // This imitates a fail-over: open connections still lead to the former primary, and new connections to the new one.
    await become(true);
    await sql.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'shop-operations'`);
    await answered(200, () => api.get('/leads'));
    await useThePool();
    expect(await ready()).toBe(503);
    await useThePool();
    const readOnly = await processes();
    expect(readOnly.length).toBeGreaterThan(1);
    await become(false);
    expectRefused([await newLead('Read-only')]);
    expect((await answered(201, () => newLead('Writable'))).status).toBe(201);
    expect(await eventually(ready, (status) => status === 200)).toBe(200);
    expect((await processes()).filter((pid) => readOnly.includes(pid))).toEqual([]);
    expect(await leadsNamed('Read-only')).toBe(0);
    // The look-up of keys and the background work have found the writable database, too.
    const waiting = async (): Promise<number> => (await sql.query('select from outbox where relayed_at is null')).rowCount ?? 0;
    expect(await eventually(waiting, (rows) => rows === 0)).toBe(0);
    const revoked = await service.key(shop);
    await revoked.get('/me');
    await sql.query('update api_keys set revoked_at = now() where public_id = $1', [revoked.token?.split('_')[2]]);
    expect((await answered(401, () => revoked.get('/me'))).status).toBe(401);
  });
});

describe('an idempotency key whose call the database did not see the end of', () => {
  const inProgress = async (key: string): Promise<number> =>
    (await sql.query('select from idempotency_keys where key = $1 and answer is null', [key])).rowCount ?? 0;

  async function loseOn(key: string, meanwhile: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    await whileLocked('share', async () => {
      const lost = newLead('Keyed', { 'idempotency-key': key });
      await eventually(blocked, (waiting) => waiting === 1);
      await proxy.goAway();
      expectRefused([await lost]);
    });
    expect(await inProgress(key)).toBe(1);
    await meanwhile();
    await proxy.comeBack();
  }

  it('can be used again as soon as the database is back', async () => {
    await loseOn('again', async () => {
      // The second attempt is refused, too. Now the service cannot know which of the two attempts stored the key's row.
      expectRefused([await newLead('Keyed', { 'idempotency-key': 'again' })]);
    });
    const again = await eventually(
      () => newLead('Keyed', { 'idempotency-key': 'again' }),
      ({ status }) => status !== 503,
    );
    expect(again.status).toBe(201);
    expect(await leadsNamed('Keyed')).toBe(1);
  });

  it('can be used again on other instances too, without another call', async () => {
    await loseOn('not again');
    const kept = (): Promise<number> => inProgress('not again');
    expect(await eventually(kept, (rows) => rows === 0)).toBe(0);
  });
});
