import pg from 'pg';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Answer, Api } from '../../support/api.js';
import { DatabaseProxy } from '../../support/database-proxy.js';
import { eventually } from '../../support/eventually.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

let database: TestDatabase;
let proxy: DatabaseProxy;
let service: WholeService;
let shop: ShopId;
let api: Api;
let sql: pg.Client;

beforeEach(async () => {
  database = await cloneDatabase();
  sql = new pg.Client({ connectionString: database.url });
  sql.on('error', () => undefined);
  await sql.connect();
  proxy = await DatabaseProxy.before(database.url);
  service = await startWholeService(proxy.url, { DATABASE_POOL: '2' });
  shop = await service.shop();
  api = await service.key(shop);
});

afterEach(async () => {
  await service.stop();
  await proxy.close();
  await sql.end();
  await database.drop();
});

const status = async (path: string): Promise<number> => (await fetch(service.url + path)).status;
const newLead = (headers = {}): Promise<Answer> => api.post('/leads', { name: 'Dana Reyes', email: 'dana@example.com' }, headers);

const killAll = (): Promise<unknown> =>
  sql.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
/** the number of statements that wait for a lock */
const blocked = async (): Promise<number | null> =>
  (
    await sql.query(`select from pg_locks where not granted
    and database = (select oid from pg_database where datname = current_database())`)
  ).rowCount;

function expectUnavailable({ status: code, headers, body }: Answer): void {
  expect({ status: code, code: body.error.code }).toEqual({ status: 503, code: 'unavailable' });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

async function expectEverythingWorks(): Promise<void> {
  const answer = await eventually(
    () => api.get('/leads'),
    ({ status: code }) => code === 200,
  );
  expect(answer.status).toBe(200);
  expect(
    await eventually(
      () => status('/readyz'),
      (code) => code === 200,
    ),
  ).toBe(200);
  const { body } = await newLead();
  expect(body.data).toMatchObject({ name: 'Dana Reyes' });
  // The relay's connection works if the outbox becomes empty.
  const waiting = async (): Promise<number> => (await sql.query('select from outbox where relayed_at is null')).rowCount ?? 0;
  expect(await eventually(waiting, (rows) => rows === 0)).toBe(0);
  // The worker's connection works if it does this job.
  await sql.query(
    `select graphile_worker.add_job('complete-vehicle',
      json_build_object('shop', $1::text, 'id', gen_random_uuid(), 'vin', '1HGCM82633A004352', 'since', '2099-01-01T00:00:00.000Z'))`,
    [shop],
  );
  const jobs = async (): Promise<number> => (await sql.query('select from graphile_worker.jobs')).rowCount ?? 0;
  expect(await eventually(jobs, (rows) => rows === 0)).toBe(0);
  // A revoked key must be refused soon, although the service has remembered it.
  const revoked = await service.key(shop);
  await revoked.get('/me');
  await sql.query('update api_keys set revoked_at = now() where revoked_at is null and name = $1 and public_id = $2', [
    'test',
    revoked.token?.split('_')[2],
  ]);
  const gone = await eventually(
    () => revoked.get('/me'),
    ({ status: code }) => code === 401,
    1000,
  );
  expect(gone.status).toBe(401);
}

describe('a database that becomes unreachable', () => {
  it('is answered as 503 on REST and a tool error on MCP, and the service recovers by itself', async () => {
    await api.get('/leads');
    await proxy.goAway();
    expectUnavailable(await api.get('/leads'));
    expectUnavailable(await newLead());
    expectUnavailable(await newLead({ 'idempotency-key': 'while-away' }));
    expect(await status('/readyz')).toBe(503);
    expect(await status('/healthz')).toBe(200);
    const rpc = await api.rpc({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'tasks.list', arguments: {} } });
    expect(rpc.status).toBe(503);
    await proxy.comeBack();
    await expectEverythingWorks();
    expect((await newLead({ 'idempotency-key': 'while-away' })).status).toBe(201);
  });

  it('is reported at /readyz without its address, and in the log with it, once', async () => {
    const reasons = (): string[] =>
      service.log.lines
        .filter(({ message }) => message === 'not ready')
        .map(({ detail }) => (detail as { reason: string }).reason);
    const names = (reason: string | undefined): boolean => reason?.includes(new URL(proxy.url).port) ?? false;
    await proxy.goAway();
    await eventually(
      () => status('/readyz'),
      () => names(reasons().at(-1)),
    );
    const before = reasons();
    expect(names(before.at(-1))).toBe(true);
    const ready = await fetch(`${service.url}/readyz`);
    expect(await ready.json()).toMatchObject({
      status: 'unavailable',
      checks: { database: 'unavailable', migrations: 'unknown' },
    });
    expect(reasons()).toEqual(before);
    await proxy.comeBack();
    expect(
      await eventually(
        () => status('/readyz'),
        (code) => code === 200,
      ),
    ).toBe(200);
    expect(service.log.lines).toContainEqual({ level: 'info', message: 'ready again', detail: {} });
  });

  it('is answered as a tool error if the key is remembered, and as 503 to a client that connects', async () => {
    await sql.query('begin');
    await sql.query('lock table tasks, shop_settings in access exclusive mode');
    await api.tool('tasks.assignees');
    const waiting = api.tool('tasks.list');
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const greeting = api.rpc({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    await eventually(blocked, (n) => n === 2);
    await killAll();
    expect(await greeting).toMatchObject({ status: 503, body: { id: null, error: { data: { code: 'unavailable' } } } });
    const { isError, content } = await waiting;
    expect(isError).toBe(true);
    expect(JSON.parse(content[1].text).error.code).toBe('unavailable');
    await sql.query('rollback');
    await expectEverythingWorks();
  });

  it('may go away and return many times', async () => {
    for (let n = 0; n < 5; n += 1) {
      await proxy.goAway();
      expectUnavailable(await api.get('/leads'));
      await proxy.comeBack();
      expect(
        (
          await eventually(
            () => api.get('/leads'),
            ({ status: code }) => code === 200,
          )
        ).status,
      ).toBe(200);
    }
    await expectEverythingWorks();
  });

  it('allows the service to stop within its time limits', async () => {
    await proxy.goAway();
    const began = performance.now();
    await service.stop();
    expect(performance.now() - began).toBeLessThan(9000);
  });
});

describe('a connection that is killed', () => {
  it('is replaced if it was idle', async () => {
    await Promise.all([api.get('/leads'), api.get('/leads')]);
    await killAll();
    await expectEverythingWorks();
  });

  it('is answered as 503 if a statement runs on it, and ends nothing else', async () => {
    await sql.query('begin');
    await sql.query('lock table leads in access exclusive mode');
    const waiting = api.get('/leads');
    await eventually(blocked, (n) => n === 1);
    await killAll();
    expectUnavailable(await waiting);
    await sql.query('rollback');
    await expectEverythingWorks();
  });

  it('is answered as 503 inside a transaction, and the same call may be repeated', async () => {
    await sql.query('begin');
    await sql.query('lock table leads in access exclusive mode');
    const waiting = newLead({ 'idempotency-key': 'killed' });
    await eventually(blocked, (n) => n === 1);
    await killAll();
    expectUnavailable(await waiting);
    await sql.query('rollback');
    await eventually(
      () => api.get('/leads'),
      ({ status: code }) => code === 200,
    );
    const again = await newLead({ 'idempotency-key': 'killed' });
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotent-replayed')).toBeNull();
    expect((await api.get('/leads')).body.data).toHaveLength(1);
  });
});

describe('the pool of connections', () => {
  it('loses no connection to statements that fail', async () => {
    const { body } = await api.post('/customers', { name: 'Dana Reyes', email: 'dana@example.com' });
    for (let n = 0; n < 20; n += 1) {
      const duplicate = { name: 'Dana Reyes', email: 'dana@example.com' };
      const answers = await Promise.all([
        api.post('/customers', duplicate),
        api.post('/customers', duplicate, { 'idempotency-key': `duplicate-${n}` }),
        api.patch('/customers/00000000-0000-0000-0000-000000000000', { name: 'Nobody' }, {}),
      ]);
      expect(answers.map(({ status: code }) => code)).toEqual([409, 409, 404]);
    }
    expect((await api.get(`/customers/${body.data.id}`)).status).toBe(200);
    expect(await status('/readyz')).toBe(200);
  });

  it('answers 503 if every connection is taken for too long, and works afterwards', async () => {
    await api.get('/leads');
    await sql.query('begin');
    await sql.query('lock table leads, customers in access exclusive mode');
    const began = performance.now();
    const held = [api.get('/leads'), api.get('/leads'), api.get('/customers')];
    const { content } = await api.tool('tasks.list');
    expect(JSON.parse(content[1].text).error.code).toBe('unavailable');
    (await Promise.all(held)).forEach(expectUnavailable);
    expect(performance.now() - began).toBeLessThan(5000);
    const refused = service.log.lines.filter(({ level, message }) => level === 'error' && message === 'request failed');
    expect(refused.map(({ detail }) => detail)).toEqual(
      [...held, 'a tool'].map(() => expect.objectContaining({ reason: expect.stringContaining('timeout') })),
    );
    expect(service.log.lines.filter(({ message }) => message === 'a tool failed')).toEqual([]);
    await sql.query('rollback');
    await expectEverythingWorks();
  });
});

describe('a database that stops answering', () => {
  it('is answered as 503 after a time limit, and no request hangs when it is reachable again', async () => {
    await Promise.all([api.get('/leads'), api.get('/leads')]);
    proxy.fallSilent();
    expectUnavailable(await api.get('/leads'));
    expect(await status('/readyz')).toBe(503);
    expect(await status('/healthz')).toBe(200);
    proxy.speakAgain();
    // Each dead connection of the pool costs one request its whole time limit, so some requests still fail.
    const both = (): Promise<number[]> =>
      Promise.all([api.get('/leads'), api.get('/leads')].map(async (answer) => (await answer).status));
    expect(await eventually(both, (codes) => codes.every((code) => code === 200), 30_000)).toEqual([200, 200]);
    await expectEverythingWorks();
  }, 60_000);
});
