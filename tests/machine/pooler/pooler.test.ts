import pg from 'pg';
import { Database } from '../../../adapters/storage/database.js';
import { statement } from '../../../adapters/storage/statement.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { connect } from '../../../infrastructure/database/database.js';
import { Assembly } from '../../../infrastructure/extensions/assembly.js';
import { readConfig } from '../../../infrastructure/settings/config.js';
import type { Api } from '../../support/api.js';
import { command } from '../../support/command-line.js';
import { eventually } from '../../support/eventually.js';
import { startPgBouncer, type PgBouncer } from './pgbouncer.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

/** The role of the service. The other tests have another one, which the settings of this role must not reach. */
const ROLE = 'pooled';
/** Fewer sessions than the service has connections, so that they change hands all the time. */
const SESSIONS = 3;
const SIGNING_KEYS = 'a-signing-key-of-the-tests';

let database: TestDatabase;
let name: string;
let bouncer: PgBouncer;
let sql: pg.Client;
let settings: { readonly DATABASE_URL: string; readonly DATABASE_DIRECT_URL: string };
let service: WholeService;
let shop: ShopId;
let api: Api;

const asRole = (url: string): string => Object.assign(new URL(url), { username: ROLE, password: ROLE }).href;

beforeAll(async () => {
  database = await cloneDatabase();
  name = new URL(database.url).pathname.slice(1);
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  await sql.query(`create role ${ROLE} login superuser password '${ROLE}'`);
  await sql.query(`alter database ${name} set timezone = 'Asia/Tokyo'`);
  bouncer = await startPgBouncer(asRole(database.url), SESSIONS);
  settings = { DATABASE_URL: bouncer.through(asRole(database.url)), DATABASE_DIRECT_URL: asRole(database.url) };
  service = await startWholeService(settings.DATABASE_URL, settings);
  await bouncer.reconnect();
  shop = await service.shop();
  api = await service.key(shop);
});
afterAll(async () => {
  await service.stop();
  await bouncer.stop();
  await sql.end();
  await database.drop();
});

const SESSION = statement(
  'test.session',
  `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
    current_setting('plan_cache_mode') as plans, current_setting('TimeZone') as zone, $1::int as n`,
);

it('every statement has its own answer, the limits of the role, and UTC, in whichever session it runs', async () => {
  const numbers = Array.from({ length: 40 }, (_, n) => n);
  for (let round = 0; round < 5; round += 1) {
    const found = await Promise.all(numbers.map((n) => service.container.get(Database).read(SESSION, [n])));
    const session = { statement: '2500ms', lock: '1200ms', plans: 'force_generic_plan', zone: 'UTC' };
    expect(found.flat()).toEqual(numbers.map((n) => ({ ...session, n })));
  }
});

it('calls of all kinds go through it at once, with units of work, counts and events', async () => {
  const numbers = Array.from({ length: 30 }, (_, n) => n);
  const keyed = (n: number): Readonly<Record<string, string>> => (n % 2 === 0 ? {} : { 'idempotency-key': `${n}` });
  const made = await Promise.all(numbers.map((n) => api.post('/leads', { name: `Lead ${n}` }, keyed(n))));
  const changed = await Promise.all(made.map(({ body }) => api.patch(`/leads/${body.data.id}`, { status: 'contacted' })));
  const read = await Promise.all(made.map(({ body }) => api.get(`/leads/${body.data.id}`)));
  const statuses = [made, changed, read].map((answers) => [...new Set(answers.map(({ status }) => status))]);
  expect(statuses).toEqual([[201], [200], [200]]);
  expect(read.map(({ body }) => body.data.name as string)).toEqual(numbers.map((n) => `Lead ${n}`));
});

it('a migration makes no call fail, although other clients have prepared the statements, too', async () => {
  for (const type of ['varchar(400)', 'text']) {
    await sql.query(`alter table leads alter column source type ${type}`);
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.get('/leads')));
    expect([...new Set(answers.map(({ status, body }) => `${status} ${body.error?.message ?? ''}`))]).toEqual(['200 ']);
    expect(service.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  }
});

it('a write that waits for a lock ends before its client is refused, and nothing is stored later', async () => {
  await sql.query('begin');
  await sql.query('lock table leads in share mode');
  const answers = await Promise.all(Array.from({ length: 4 }, () => api.post('/leads', { name: 'Waited' })));
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  for (const { body } of answers) expect(body.error.message).toContain('nothing changed');
  await sql.query('rollback');
  expect((await sql.query(`select from leads where first_name = 'Waited'`)).rowCount).toBe(0);
});

it('announcements, the leader and exports have sessions of the database’s own', async () => {
  const newest = (await api.get('/events?limit=1')).body.meta.next_cursor as string | undefined;
  const waits = api.get(`/events?wait=10${newest === undefined ? '' : `&cursor=${newest}`}`);
  expect((await api.post('/leads', { name: 'Heard of' })).status).toBe(201);
  expect((await waits).status).toBe(200);
  const waiting = async (): Promise<number | null> => (await sql.query('select from outbox where relayed_at is null')).rowCount;
  expect(await eventually(waiting, (rows) => rows === 0)).toBe(0);
  const { exitCode, stdout } = await command({ ...settings, SIGNING_KEYS }, 'export', 'leads', '--shop', shop);
  expect([exitCode, stdout.includes('Heard of')]).toEqual([0, true]);
});

it('the doctor prints the lines for a role that has no limits, and migrate sets them', async () => {
  const finding = async (): Promise<unknown> => {
    const { document } = await command({ ...settings, SIGNING_KEYS }, 'doctor', '--json');
    return (document.findings as { check: string }[]).find(({ check }) => check === 'pooler');
  };
  expect(await finding()).toMatchObject({ status: 'ok' });
  await sql.query(`alter role ${ROLE} in database ${name} reset all`);
  await bouncer.reconnect();
  expect(await finding()).toMatchObject({ status: 'warn', advice: expect.stringContaining(`set statement_timeout = '2500'`) });
  await command({ ...settings, SIGNING_KEYS }, 'migrate', 'up');
  await bouncer.reconnect();
  expect(await finding()).toMatchObject({ status: 'ok' });
});

it('migrate sets what a role with limits lacks, and leaves the limits that it has', async () => {
  const settingsOfRole = `select unnest(setconfig) as one from pg_db_role_setting s
    join pg_roles r on r.oid = s.setrole join pg_database d on d.oid = s.setdatabase where r.rolname = $1 and d.datname = $2`;
  await sql.query(`alter role ${ROLE} in database ${name} set statement_timeout = '4000'`);
  await sql.query(`alter role ${ROLE} in database ${name} reset enable_hashjoin`);
  await bouncer.reconnect();
  await command({ ...settings, SIGNING_KEYS }, 'migrate', 'up');
  const { rows } = await sql.query<{ one: string }>(settingsOfRole, [ROLE, name]);
  const set = rows.map(({ one }) => one);
  expect(set).toEqual(expect.arrayContaining(['statement_timeout=4000', 'lock_timeout=1200', 'enable_hashjoin=off']));
});

it('a pooler without the address of the database is refused with what to set', async () => {
  const config = readConfig({ DATABASE_URL: settings.DATABASE_URL, SIGNING_KEYS }, false);
  await expect(connect(config, settings.DATABASE_URL, new Assembly([]).schema)).rejects.toThrow(
    /unsupported startup parameter.*set DATABASE_DIRECT_URL to the address of PostgreSQL itself/,
  );
});
