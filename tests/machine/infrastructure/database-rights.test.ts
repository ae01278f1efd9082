import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Api } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

/** The role of the service. It owns nothing, so it has only what it is granted. */
const ROLE = `clerk_${randomBytes(4).toString('hex')}`;
const SCHEMAS = 'public, graphile_worker';
/** The queue’s tables have row-level security, so a role that does not own them needs a policy for each. */
const QUEUE = ['jobs', 'tasks', 'job_queues', 'known_crontabs'].map((name) => `graphile_worker._private_${name}`);

let database: TestDatabase;
let sql: pg.Client;
let service: WholeService;
let api: Api;

async function grant(): Promise<void> {
  await sql.query(`grant all on schema ${SCHEMAS} to ${ROLE}`);
  for (const all of ['tables', 'sequences', 'functions'])
    await sql.query(`grant all on all ${all} in schema ${SCHEMAS} to ${ROLE}`);
}

beforeAll(async () => {
  database = await cloneDatabase();
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  await sql.query(`create role ${ROLE} login password '${ROLE}'`);
  await grant();
  for (const table of QUEUE) await sql.query(`create policy clerk on ${table} to ${ROLE} using (true) with check (true)`);
  const url = Object.assign(new URL(database.url), { username: ROLE, password: ROLE }).href;
  service = await startWholeService(url, { WORKER: 'off' });
  api = await service.key(await service.shop());
});
afterAll(async () => {
  await service.stop();
  await sql.query(`drop owned by ${ROLE}; drop role ${ROLE}`);
  await sql.end();
  await database.drop();
});

const ready = async (): Promise<number> => (await fetch(`${service.url}/readyz`)).status;

it('a service that could not look at its migrations is ready when it has its rights', async () => {
  await sql.query(`revoke all on schema public from ${ROLE}, public`);
  // So many probes would use up every pool, if each of them kept a connection.
  for (let probe = 0; probe < 12; probe += 1) expect(await ready()).toBe(503);
  await grant();
  expect(await eventually(ready, (status) => status === 200)).toBe(200);
  expect((await api.get('/leads')).status).toBe(200);
});

it.each([
  ['its rights on a table', `revoke all on leads from ${ROLE}`],
  ['all its rights on the tables', `revoke all on all tables in schema public from ${ROLE}`],
  ['all its rights on the schema', `revoke all on schema public from ${ROLE}, public`],
])('a service that has lost %s refuses calls, and works again when it has them back', async (_, revoke) => {
  const made = await api.post('/leads', { name: 'Before' });
  expect([made.status, await ready()]).toEqual([201, 200]);
  await sql.query(revoke);
  const refused = [await api.get('/leads'), await api.post('/leads', { name: 'Meanwhile' })];
  for (const { status, body } of refused)
    expect([status, body.error]).toEqual([
      503,
      {
        code: 'unavailable',
        message: 'the database does not let the service use its tables; nothing changed, try again shortly',
      },
    ]);
  expect(await ready()).toBe(503);
  await grant();
  const back = async (): Promise<number[]> => [(await api.get('/leads')).status, await ready()];
  expect(await eventually(back, (statuses) => statuses.every((status) => status === 200))).toEqual([200, 200]);
  expect((await api.post('/leads', { name: 'After' })).status).toBe(201);
});

it('a service that cannot add work to the queue is not ready, and says so', async () => {
  const queue = async (): Promise<unknown> => {
    const answer = await fetch(`${service.url}/readyz`);
    return [answer.status, ((await answer.json()) as { checks: { queue: string } }).checks.queue];
  };
  expect(await queue()).toEqual([200, 'ok']);
  await sql.query(`revoke insert on graphile_worker._private_jobs from ${ROLE}`);
  expect(await queue()).toEqual([503, 'unavailable']);
  await grant();
  await sql.query('alter policy clerk on graphile_worker._private_tasks to pg_monitor');
  expect(await queue()).toEqual([503, 'unavailable']);
  await sql.query(`alter policy clerk on graphile_worker._private_tasks to ${ROLE}`);
  expect(await queue()).toEqual([200, 'ok']);
});
