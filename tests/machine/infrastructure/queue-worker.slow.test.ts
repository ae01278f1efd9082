import { Logger, runTaskList } from 'graphile-worker';
import pg from 'pg';
import type { ShopId } from '../../../domain/shared/id.js';
import { BackgroundBench } from '../../support/background-bench.js';
import { eventually } from '../../support/eventually.js';
import { startFakeVpic, type FakeVpic } from '../../support/fakes/vpic/fake-vpic.js';
import { freshVin } from '../../support/areas/vehicles.js';

const VIN = '1HGCM82633A004352';

/** The workers of each process: one for work that takes long, and one for all other work. */
const EACH = 2;

let bench: BackgroundBench;

beforeEach(async () => {
  bench = await BackgroundBench.open();
});
afterEach(() => bench.close());

describe('the queue worker', () => {
  let vpic: FakeVpic;

  beforeEach(async () => {
    vpic = await startFakeVpic();
  });
  afterEach(() => vpic.stop());

  const addJob = (shop: ShopId, vin = VIN): Promise<unknown> =>
    bench.sql.query(
      `select graphile_worker.add_job('complete-vehicle', json_build_object('shop', $1::text, 'id', gen_random_uuid(), 'vin', $2::text, 'since', '2099-01-01T00:00:00.000Z'))`,
      [shop, vin],
    );
  const workers = (): Promise<number[]> => bench.holders(71_407);

  it('picks up the job of a worker that was killed', async () => {
    const shop = await (await bench.start({ WORKER: 'off' })).shop();
    await addJob(shop);
    // This worker plays the worker of a killed process: it takes the job and does not end it. It also does not hold the advisory
    // lock that every live worker holds (see WORKER_LOCKS).
    const pool = new pg.Pool({ connectionString: bench.url });
    pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
    let release = (): void => undefined;
    const stuck = new Promise<void>((resolve) => (release = resolve));
    const killed = runTaskList(
      { noHandleSignals: true, logger: new Logger(() => () => undefined) },
      { 'complete-vehicle': () => stuck },
      pool,
    );
    await eventually(
      () => bench.jobs(),
      (rows) => rows.some(({ locked_by }) => locked_by !== null),
    );
    // A look for work comes with the release of the job, and not at the next poll.
    await bench.start({}, { freeEvery: 100, freeGrace: 500, workerPoll: 60_000 });
    expect(
      await eventually(
        () => bench.jobs(),
        (left) => left.length === 0,
      ),
    ).toEqual([]);
    release();
    await killed.gracefulShutdown();
    await pool.end();
  });

  it('does not take the jobs of a living worker', async () => {
    vpic.mode = 'hang';
    const slow = await bench.start({ VIN_DECODER_URL: vpic.url });
    await bench.start({ VIN_DECODER_URL: vpic.url });
    await eventually(workers, (pids) => pids.length === 2 * EACH);
    await addJob(await slow.shop());
    // The second request comes when the first one has reached its time limit (2 s). By then the job has run for longer than the
    // grace period (500 ms), and it goes on running.
    await eventually(
      () => vpic.requests.length,
      (asked) => asked === 2,
    );
    expect(await bench.jobs()).toMatchObject([{ attempts: 1, locked_by: expect.any(String) }]);
    vpic.mode = 'ok';
    expect(
      await eventually(
        () => bench.jobs(),
        (left) => left.length === 0,
      ),
    ).toEqual([]);
  });

  it('survives the loss of all its connections, also while a job runs', async () => {
    vpic.mode = 'hang';
    const service = await bench.start({ VIN_DECODER_URL: vpic.url });
    const shop = await service.shop();
    const first = await eventually(workers, (pids) => pids.length === EACH);
    await addJob(shop);
    await eventually(
      () => vpic.requests.length,
      (asked) => asked > 0,
    );
    await bench.sql.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shop-operations worker' and datname = current_database()`,
    );
    vpic.mode = 'ok';
    const second = await eventually(workers, (pids) => pids.length === EACH && !pids.some((pid) => first.includes(pid)));
    expect(second).toHaveLength(EACH);
    expect(
      await eventually(
        () => bench.jobs(),
        (left) => left.length === 0,
      ),
    ).toEqual([]);
  });

  it('reports a job that fails, and repeats it', async () => {
    const service = await bench.start();
    await bench.sql.query(
      `select graphile_worker.add_job('complete-vehicle', '{"shop":"no uuid","id":"no uuid","vin":"${VIN}","since":"2099-01-01T00:00:00.000Z"}')`,
    );
    const failed = (): object[] => service.log.lines.filter(({ message }) => message === 'a background job failed');
    expect(await eventually(failed, (lines) => lines.length > 0)).toMatchObject([
      { level: 'error', detail: { task: 'complete-vehicle', attempts: 1, error: expect.any(Error) } },
    ]);
    expect(
      await eventually(
        () => bench.jobs(),
        (rows) => rows[0]?.locked_by === null,
      ),
    ).toMatchObject([{ attempts: 1 }]);
  });

  it('lets a running job finish when the service stops', async () => {
    vpic.mode = 'slow';
    vpic.slowMs = 700;
    const service = await bench.start({ VIN_DECODER_URL: vpic.url });
    await addJob(await service.shop());
    await eventually(
      () => vpic.requests.length,
      (asked) => asked > 0,
    );
    await bench.stop(service);
    expect(await bench.jobs()).toEqual([]);
  });

  it('gives back the jobs that wait when the service stops, and complains about nothing', async () => {
    vpic.mode = 'slow';
    vpic.slowMs = 50;
    const service = await bench.start({ VIN_DECODER_URL: vpic.url });
    const shop = await service.shop();
    for (let added = 0; added < 40; added += 1) await addJob(shop, freshVin());
    await eventually(
      () => vpic.requests.length,
      (asked) => asked >= 10,
    );
    await bench.stop(service);
    const left = await bench.jobs();
    expect(left.length).toBeGreaterThan(0);
    expect(left.filter(({ locked_by }) => locked_by !== null)).toEqual([]);
    expect(service.log.lines.filter(({ level }) => level !== 'info')).toEqual([]);
  });
});

describe('the pruning', () => {
  it('deletes old records, and nothing else', async () => {
    const shop = await (await bench.start({ WORKER: 'off' })).shop();
    await bench.sql.query(`alter table idempotency_keys drop constraint if exists idempotency_keys_api_key_id_fkey`);
    await bench.sql.query(
      `insert into outbox (shop_id, id, type, data, created_at, relayed_at)
        select $1, gen_random_uuid(), type, '{}', now() - interval '90 days', now() - age from (values
          ('ping', interval '31 days'), ('lead.created', interval '29 days')) v (type, age), generate_series(1, 1200)`,
      [shop],
    );
    await bench.sql.query(
      `insert into idempotency_keys (shop_id, api_key_id, key, fingerprint, attempt, begun_at)
        select $1, gen_random_uuid(), key, 'f', gen_random_uuid(), now() - age from (values
          ('old', interval '25 hours'), ('young', interval '23 hours')) v (key, age)`,
      [shop],
    );
    await bench.sql.query(
      `insert into vin_decodes (vin, decode, decoded_at) values ('OLD', '{}', now() - interval '61 days'), ('YOUNG', '{}', now() - interval '59 days')`,
    );
    await bench.sql.query(
      `insert into call_reports (call, part, part_id, report, kept_at)
        select call, 'transcript', '', '{}', now() - age from (values
          ('old', interval '8 days'), ('young', interval '6 days')) v (call, age)`,
    );
    await bench.sql.query(
      `insert into sandbox_outbox (shop_id, id, channel, "from", "to", body, status, handed_over_at)
        select $1, gen_random_uuid(), 'sms', '+16135550100', '+16135550142', body, 'sent', now() - age from (values
          ('old', interval '31 days'), ('young', interval '29 days')) v (body, age)`,
      [shop],
    );
    await bench.start();
    const left = async (): Promise<unknown> =>
      (
        await bench.sql
          .query(`select (select array_agg(distinct type) from outbox where type in ('ping', 'lead.created')) as events,
        (select array_agg(key) from idempotency_keys) as keys, (select array_agg(vin) from vin_decodes) as vins,
        (select array_agg(body) from sandbox_outbox) as texts, (select array_agg(call) from call_reports) as calls`)
      ).rows[0];
    const young = { events: ['lead.created'], keys: ['young'], vins: ['YOUNG'], texts: ['young'], calls: ['young'] };
    expect(await eventually(left, (found) => JSON.stringify(found) === JSON.stringify(young))).toEqual(young);
    expect(await bench.outbox('lead.created')).toHaveLength(1200);
  });
});
