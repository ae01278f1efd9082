import pg from 'pg';
import type { addJobs } from '../../../adapters/queue/jobs.js';
import { outboxRelay } from '../../../adapters/queue/outbox-relay.js';
import { SystemClock } from '../../../adapters/system-clock.js';
import { eventWorksOf } from '../../../infrastructure/modules/background.js';
import type { Api } from '../../support/api.js';
import { BackgroundBench, relayed } from '../../support/background-bench.js';
import { eventually } from '../../support/eventually.js';
import { startFakeVpic, type FakeVpic } from '../../support/fakes/vpic/fake-vpic.js';
import { OpenApiChecker } from '../../support/openapi-checker.js';
import { checkEvents } from '../../support/outbox.js';
import { registry } from '../../support/registry.js';

const VIN = '1HGCM82633A004352';
const OTHER_VIN = '5YJSA1E26HF000337';
const ACCORD = { Make: 'HONDA', Model: 'Accord', ModelYear: '2003', Trim: 'EX-V6', BodyClass: 'Coupe' };

let bench: BackgroundBench;

beforeEach(async () => {
  bench = await BackgroundBench.open();
});
afterEach(() => bench.close());

async function customerOf(api: Api): Promise<string> {
  return (await api.post('/customers', { name: 'Dana Reyes', email: 'dana@example.com' })).body.data.id;
}

describe('a vehicle whose VIN could not be decoded', () => {
  let vpic: FakeVpic;

  beforeEach(async () => {
    vpic = await startFakeVpic();
    vpic.answer(VIN, ACCORD);
  });
  afterEach(() => vpic.stop());

  it('is stored, and completed without a change of the supplied values when the decoder is back', async () => {
    vpic.mode = 'empty';
    const service = await bench.start({ VIN_DECODER_URL: vpic.url });
    const api = await service.key(await service.shop());
    const created = await api.post('/vehicles', {
      customer_id: await customerOf(api),
      vin: VIN,
      make: 'Honda of mine',
      year: 1999,
    });
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({
      vin: VIN,
      make: 'Honda of mine',
      year: 1999,
      model: null,
      trim: null,
      vehicle_type: 'other',
    });

    await eventually(
      () => vpic.requests.length,
      (asked) => asked > 6,
    );
    expect((await api.get(`/vehicles?vin=${VIN}`)).body.data[0]).toEqual(created.body.data);

    vpic.mode = 'ok';
    const { body } = await eventually(
      () => api.get(`/vehicles?vin=${VIN}`),
      (answer) => answer.body.data[0].model !== null,
    );
    const filled = { model: 'Accord', trim: 'EX-V6', vehicle_type: 'coupe', label: '1999 Honda of mine Accord EX-V6' };
    expect(body.data[0]).toEqual({ ...created.body.data, ...filled, updated_at: expect.any(String) });

    const [event, ...others] = await eventually(() => bench.outbox('vehicle.updated'), relayed);
    expect(others).toEqual([]);
    expect(event?.data).toEqual({
      ...body.data[0],
      previous: { model: null, trim: null, vehicle_type: 'other', label: created.body.data.label },
    });
    const [missed] = await bench.outbox('vehicle.decode_missed');
    const unknown = { operation: null, request_id: null, key_id: null, user_id: null, automation_id: null, operator: null };
    expect(event?.cause).toEqual({ ...unknown, event_id: missed?.id });
    const sql = <Row>(text: string, values?: unknown[]): Promise<Row[]> => service.dataSource.query<Row[]>(text, values);
    await checkEvents({ sql }, new OpenApiChecker(registry));
    expect(
      await eventually(
        () => bench.jobs(),
        (left) => left.length === 0,
      ),
    ).toEqual([]);
  });

  it('is not looked up again once it is complete', async () => {
    vpic.mode = 'empty';
    const service = await bench.start({ VIN_DECODER_URL: vpic.url });
    const api = await service.key(await service.shop());
    await api.post('/vehicles', { customer_id: await customerOf(api), vin: VIN });
    vpic.mode = 'ok';
    await eventually(() => bench.outbox('vehicle.updated'), relayed);
    await eventually(
      () => bench.jobs(),
      (left) => left.length === 0,
    );
    expect(await bench.jobs()).toEqual([]);
    expect(await bench.outbox('vehicle.decode_missed')).toMatchObject([{ relayed_at: expect.any(Date) }]);
  });

  it('has only ids and times in the queue', async () => {
    vpic.mode = 'empty';
    const service = await bench.start({ VIN_DECODER_URL: vpic.url, WORKER: 'off' });
    const { container } = service;
    const shop = await service.shop();
    const api = await service.key(shop);
    const { body } = await api.post('/vehicles', { customer_id: await customerOf(api), vin: VIN, license_plate: 'CKWP 482' });
    const queued: object[] = [];
    const enqueue: typeof addJobs = (_, jobs) => {
      queued.push(...jobs.filter(({ work }) => work === 'complete-vehicle').map(({ payload }) => payload));
      return Promise.resolve();
    };
    await outboxRelay({ eventWorks: eventWorksOf(container), followers: [], enqueue, clock: new SystemClock() }).run(bench.sql);
    const [missed] = await bench.outbox('vehicle.decode_missed');
    expect(JSON.parse(JSON.stringify(queued))).toEqual([
      { shop, id: body.data.id, vin: VIN, since: expect.stringMatching(/^20.*Z$/), event: missed?.id },
    ]);
  });

  it('waits in the queue for its next try', async () => {
    vpic.mode = 'empty';
    const service = await bench.start({ VIN_DECODER_URL: vpic.url }, { relayEvery: 20, workerPoll: 50, againAfter: 60_000 });
    const api = await service.key(await service.shop());
    await api.post('/vehicles', { customer_id: await customerOf(api), vin: VIN });
    const later = async (): Promise<number> =>
      (
        await bench.sql.query(
          `select from graphile_worker.jobs where locked_by is null and run_at > now() + interval '50 seconds'`,
        )
      ).rowCount ?? 0;
    expect(await eventually(later, (jobs) => jobs === 1)).toBe(1);
  });

  it('is given up after a week, with a log line', async () => {
    vpic.mode = 'empty';
    const service = await bench.start({ VIN_DECODER_URL: vpic.url });
    const shop = await service.shop();
    await bench.sql.query(
      `select graphile_worker.add_job('complete-vehicle', json_build_object('shop', $1::text, 'id', gen_random_uuid(), 'vin', $2::text,
        'since', to_char(now() at time zone 'UTC' - interval '8 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))`,
      [shop, OTHER_VIN],
    );
    const line = 'VIN of a vehicle was not decoded';
    await eventually(
      () => service.log.lines,
      (lines) => lines.some(({ message }) => message.includes(line)),
    );
    expect(service.log.lines.filter(({ message }) => message.includes(line))).toMatchObject([
      { level: 'warn', detail: { shop } },
    ]);
    expect(
      await eventually(
        () => bench.jobs(),
        (left) => left.length === 0,
      ),
    ).toEqual([]);
  });

  it('stays queued where no worker runs', async () => {
    vpic.mode = 'empty';
    const service = await bench.start({ VIN_DECODER_URL: vpic.url, WORKER: 'off' });
    const api = await service.key(await service.shop());
    await api.post('/vehicles', { customer_id: await customerOf(api), vin: VIN });
    const { rows } = await bench.sql.query(`select application_name from pg_stat_activity
      where datname = current_database() and application_name like '%worker%'`);
    expect(rows).toEqual([]);
    expect(await bench.outbox('vehicle.decode_missed')).toMatchObject([{ relayed_at: null }]);
    // A process with a worker starts only now, and does the job.
    vpic.mode = 'ok';
    await bench.start({ VIN_DECODER_URL: vpic.url });
    expect(relayed(await eventually(() => bench.outbox('vehicle.updated'), relayed))).toBe(true);
  });
});

describe('the relay of events', () => {
  const holder = async (): Promise<number | null> => {
    const pids = await bench.holders(71_406);
    expect(pids.length).toBeLessThanOrEqual(1);
    return pids[0] ?? null;
  };

  it('marks events without a subscriber as relayed', async () => {
    const service = await bench.start();
    const api = await service.key(await service.shop());
    await customerOf(api);
    expect(relayed(await eventually(() => bench.outbox('customer.created'), relayed))).toBe(true);
    expect(await bench.jobs()).toEqual([]);
  });

  it('relays more than one batch in one pass', async () => {
    const service = await bench.start({}, { relayEvery: 60_000 });
    const shop = await service.shop();
    await eventually(holder, (pid) => pid !== null);
    await bench.stop(service);
    await bench.sql.query(
      `insert into outbox (shop_id, id, type, data, created_at) select $1, gen_random_uuid(), 'lead.created', '{}', now() from generate_series(1, 1700)`,
      [shop],
    );
    await bench.start({}, { relayEvery: 60_000 });
    expect(relayed(await eventually(() => bench.outbox('lead.created'), relayed))).toBe(true);
  });

  it('does not skip a row that was committed late', async () => {
    const service = await bench.start();
    const shop = await service.shop();
    const late = new pg.Client({ connectionString: bench.url });
    await late.connect();
    await late.query('begin');
    const slow = await bench.addEvent(shop, 'lead.created', late);
    await bench.addEvent(shop, 'lead.updated');
    expect(relayed(await eventually(() => bench.outbox('lead.updated'), relayed))).toBe(true);
    await late.query('commit');
    await late.end();
    expect(await eventually(() => bench.outbox('lead.created'), relayed)).toMatchObject([
      { id: slow, relayed_at: expect.any(Date) },
    ]);
  });

  it('runs in one of many processes, and another takes over when that one dies', async () => {
    const [one] = [await bench.start(), await bench.start()];
    const shop = await one.shop();
    const first = await eventually(holder, (pid) => pid !== null);
    await bench.sql.query('select pg_terminate_backend($1)', [first]);
    const second = await eventually(holder, (pid) => pid !== null && pid !== first, 2000);
    expect(second).not.toBe(first);
    expect(second).not.toBeNull();
    await bench.addEvent(shop, 'lead.created');
    expect(relayed(await eventually(() => bench.outbox('lead.created'), relayed))).toBe(true);
  });

  it('is handed over when its process stops', async () => {
    const one = await bench.start();
    await eventually(holder, (pid) => pid !== null);
    const other = await bench.start();
    const shop = await other.shop();
    await bench.stop(one);
    await bench.addEvent(shop, 'lead.created');
    expect(relayed(await eventually(() => bench.outbox('lead.created'), relayed, 2000))).toBe(true);
  });

  it('makes one job of each event, however often it is interrupted', async () => {
    const service = await bench.start({}, { relayEvery: 1, standBy: 10, workerPoll: 60_000, workerRestart: 60_000 });
    const shop = await service.shop();
    await eventually(holder, (pid) => pid !== null);
    // New workers would come after a minute only, so no job is done before it is counted.
    const interruptions = async (): Promise<number> => {
      // Both workers listen first: the library leaves a rejection unhandled when its connection breaks while it begins to listen.
      const own = `from pg_stat_activity where application_name = 'shop-operations worker' and datname = current_database()`;
      await bench.sql.query(`select pg_terminate_backend(pid) ${own}
        and (select count(*) ${own} and state = 'idle' and query like 'LISTEN%') = 2`);
      return service.log.lines.filter(({ message }) => message === 'the background worker was interrupted').length;
    };
    expect(await eventually(interruptions, (workers) => workers === 2)).toBe(2);
    const kill = `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 71406
      and database = (select oid from pg_database where datname = current_database())`;
    const killing = setInterval(() => void bench.sql.query(kill), 15);
    for (let n = 0; n < 200; n += 1) {
      await bench.sql.query(
        `insert into outbox (shop_id, id, type, data, created_at)
          select $1, gen_random_uuid(), 'vehicle.decode_missed', json_build_object('id', gen_random_uuid(), 'vin', '${VIN}'), now()`,
        [shop],
      );
    }
    clearInterval(killing);
    expect(relayed(await eventually(() => bench.outbox('vehicle.decode_missed'), relayed))).toBe(true);
    // A job that replaces a waiting one with the same key has a revision.
    const count = 'select count(*)::int as added, sum(revision)::int as replaced from graphile_worker.jobs';
    const { rows } = await bench.sql.query(count);
    expect(rows).toEqual([{ added: 200, replaced: 0 }]);
  });
});
