import { eventually } from '../support/eventually.js';
import { command } from '../support/command-line.js';
import { ReplicatedDatabase } from '../support/replicated-database.js';
import { startWholeService, type WholeService } from '../support/whole-service.js';

const STALE_OK = { prefer: 'stale-ok' };
const NOBODY = 'postgres://nobody:secret@127.0.0.1:9/shop';

let database: ReplicatedDatabase;
let service: WholeService | null = null;

beforeAll(async () => {
  database = await ReplicatedDatabase.open();
}, 60_000);
afterEach(async () => {
  await service?.stop();
  service = null;
});
afterAll(() => database.stop());

async function answerOf(path: string): Promise<string> {
  return (await fetch(`http://127.0.0.1:${service?.metricsPort}${path}`)).text();
}

it('a service without its replica starts, is ready, and uses the replica once it is there', async () => {
  await database.killReplica();
  const env = { DATABASE_READ_URL: database.replicaUrl, METRICS_PORT: '0' };
  service = await startWholeService(database.primaryUrl, env);
  expect(await answerOf('/readyz')).toBe('{"status":"ok","checks":{"database":"ok","migrations":"ok","replica":"away"}}');
  await database.startReplica();
  const ready = await eventually(
    () => answerOf('/readyz'),
    (text) => text.includes('"replica":"ok"'),
  );
  expect(ready).toContain('"replica":"ok"');
  const client = await service.key(await service.shop());
  expect((await client.get('/leads', STALE_OK)).headers.get('preference-applied')).toBe('stale-ok');
  expect((await client.get('/leads', STALE_OK)).headers.get('preference-applied')).toBe('stale-ok');
  await client.get('/leads');
  const metrics = await answerOf('/metrics');
  expect(metrics).toContain('database_replica_reads_total{outcome="replica"} 2\n');
  expect(metrics).toContain('database_replica_reads_total{outcome="away"} 0\n');
  expect(metrics).toMatch(/^database_replica_lag_seconds \d/m);
}, 60_000);

it('a service without a replica ignores the preference, and says nothing of a replica', async () => {
  service = await startWholeService(database.primaryUrl, { METRICS_PORT: '0' });
  const client = await service.key(await service.shop());
  const answer = await client.get('/leads', STALE_OK);
  expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, null]);
  expect(await answerOf('/readyz')).toBe('{"status":"ok","checks":{"database":"ok","migrations":"ok"}}');
  expect(await answerOf('/metrics')).not.toContain('replica');
});

describe('the doctor', () => {
  async function findings(
    url: string,
    primary = database.primaryUrl,
  ): Promise<{ check: string; status: string; detail: string }[]> {
    const env = { DATABASE_URL: primary, SIGNING_KEYS: 'a-signing-key-of-the-tests', DATABASE_READ_URL: url };
    const { document } = await command(env, 'doctor', '--json');
    const all = document.findings as { check: string; status: string; detail: string }[];
    return all.filter(({ check }) => ['read replica', 'hot_standby_feedback'].includes(check));
  }

  it('finds a replica and how far behind it is, and advises hot_standby_feedback', async () => {
    expect(await findings(database.replicaUrl)).toMatchObject([
      { status: 'ok', detail: expect.stringMatching(/^follows the primary, at most \d\.\d s behind$/) },
      { status: 'warn', detail: expect.stringContaining('off') },
    ]);
    await database.onReplica('alter system set hot_standby_feedback = on');
    await database.onReplica('select pg_reload_conf()');
    expect(await findings(database.replicaUrl)).toMatchObject([{ status: 'ok' }, { status: 'ok', detail: 'on' }]);
  });

  it('warns of a replica that replays nothing', async () => {
    await database.pause();
    await database.onPrimary('create table written_meanwhile ()');
    expect(await findings(database.replicaUrl)).toMatchObject([
      { status: 'warn', detail: expect.stringMatching(/^more than 1\.\d s behind the primary$/) },
      { status: 'ok' },
    ]);
    await database.resume();
  });

  it.each([
    ['the primary itself', () => database.primaryUrl, 'it is no replica'],
    ['an address where nothing answers', () => NOBODY, 'ECONNREFUSED'],
  ])('fails for %s', async (_, url, reason) => {
    const [finding, ...others] = await findings(url());
    expect(finding).toMatchObject({ check: 'read replica', status: 'fail', detail: expect.stringContaining(reason) });
    expect(finding).toMatchObject({ advice: expect.stringContaining('DATABASE_READ_URL') });
    expect(JSON.stringify([finding, ...others])).not.toContain('secret');
  });

  it('fails at the primary’s address if that is the replica', async () => {
    expect(await findings(database.primaryUrl, database.replicaUrl)).toMatchObject([
      {
        status: 'fail',
        detail: expect.stringMatching(/^the primary does not say its position: recovery is in progress/),
        advice: expect.stringMatching(/^let DATABASE_URL lead to the primary/),
      },
    ]);
  });
});
