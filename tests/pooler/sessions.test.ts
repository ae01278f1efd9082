import { Database, statement } from '../../adapters/persistence/connection/database.js';
import { BackgroundBench } from '../support/background-bench.js';
import { eventually } from '../support/eventually.js';
import type { Api } from '../support/api.js';
import type { WholeService } from '../support/whole-service.js';

let bench: BackgroundBench;
let service: WholeService;
let api: Api;

beforeAll(async () => {
  bench = await BackgroundBench.open();
  const { rows } = await bench.sql.query<{ name: string }>('select current_database() as name');
  await bench.sql.query(`alter database ${rows[0]?.name ?? ''} set timezone = 'Asia/Tokyo'`);
  service = await bench.start();
  api = await service.key(await service.shop());
});
afterAll(() => bench.close());

const SESSION = statement(
  'test.session',
  `select pg_backend_pid() as pid, current_setting('statement_timeout') as limit, current_setting('TimeZone') as timezone, $1::int as n`,
);
interface Session {
  readonly pid: number;
  readonly limit: string;
  readonly timezone: string;
  readonly n: number;
}

const sessions = async (count: number): Promise<readonly Session[]> => {
  const database = service.container.get(Database);
  return (await Promise.all(Array.from({ length: count }, (_, n) => database.read<Session>(SESSION, [n])))).flat();
};

it('gives every statement its answer, its limit and UTC in whichever session it runs', async () => {
  for (let round = 0; round < 5; round += 1) {
    const seen = await sessions(40);
    expect(seen.map(({ n }) => n)).toEqual(Array.from({ length: 40 }, (_, n) => n));
    expect(new Set(seen.map(({ timezone }) => timezone))).toEqual(new Set(['UTC']));
    // A call that has waited for a connection has less time left, and so a shorter limit.
    expect(seen.filter(({ limit }) => limit === '0')).toEqual([]);
  }
});

it('leaves no limit of a call in a session, where the next client would have it', async () => {
  await sessions(40);
  const limits = await Promise.all(Array.from({ length: 20 }, () => service.dataSource.query('show statement_timeout')));
  expect(limits.flat()).toEqual(Array.from({ length: 20 }, () => ({ statement_timeout: '0' })));
});

it('ends a write that waits for a lock before its client is refused, and nothing is stored later', async () => {
  await bench.sql.query('begin');
  await bench.sql.query('lock table leads in share mode');
  const answers = await Promise.all(Array.from({ length: 4 }, (_, n) => api.post('/leads', { name: `Waited ${n}` })));
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  for (const { body } of answers) expect(body.error.message).toContain('nothing changed');
  await bench.sql.query('rollback');
  expect((await bench.sql.query('select from leads')).rowCount).toBe(0);
});

it('prepares a statement again whose preparation has failed at a lock', async () => {
  await bench.sql.query('begin');
  await bench.sql.query('lock table staff in access exclusive mode');
  const locked = await Promise.all(Array.from({ length: 12 }, () => api.get('/staff')));
  expect(new Set(locked.map(({ status }) => status))).toEqual(new Set([503]));
  await bench.sql.query('rollback');
  const answers = await Promise.all(Array.from({ length: 30 }, () => api.get('/staff')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

it('relays events and hears of them, on sessions of the database’s own', async () => {
  const newest = (await api.get('/events?limit=1')).body.meta.next_cursor as string | undefined;
  const waits = api.get(`/events?wait=10${newest === undefined ? '' : `&cursor=${newest}`}`);
  const { status } = await api.post('/leads', { name: 'Heard of' });
  expect(status).toBe(201);
  expect((await waits).status).toBe(200);
  const rows = await eventually(
    () => bench.outbox('lead.created'),
    (outbox) => outbox.every(({ relayed_at }) => relayed_at !== null),
  );
  expect(rows).toMatchObject([{ relayed_at: expect.any(Date) }]);
});
