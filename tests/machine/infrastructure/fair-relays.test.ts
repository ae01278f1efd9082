import { dueRelay } from '../../../adapters/queue/due-relay.js';
import { ownConnection } from '../../../adapters/postgres/pool.js';
import { addJobs, type DueBlock, type QueueJob } from '../../../adapters/queue/jobs.js';
import type { PeriodicTask } from '../../../adapters/queue/leader.js';
import { outboxRelay } from '../../../adapters/queue/outbox-relay.js';
import { QueueWorker } from '../../../adapters/queue/worker.js';
import { EventFollower } from '../../../adapters/storage/outbox/event-follower.js';
import type { DueRecord, StoredEvent, Work } from '../../../application/kernel/events/work.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { BackgroundBench } from '../../support/background-bench.js';
import { eventually } from '../../support/eventually.js';
import { TestClock } from '../../support/test-clock.js';
import { TestLog } from '../../support/test-log.js';
import type { WholeService } from '../../support/whole-service.js';

/** More rows than a relay takes at once. */
const MANY = 600;

let bench: BackgroundBench;
let service: WholeService;
let busy: ShopId;
let other: ShopId;

beforeEach(async () => {
  bench = await BackgroundBench.open();
  service = await bench.start({ WORKER: 'off' });
  [busy, other] = [await service.shop(), await service.shop()];
});
afterEach(() => bench.close());

it('an event is relayed before the hundreds of another shop that happened first', async () => {
  const insert = `insert into outbox (shop_id, id, type, data, created_at)
    select $1, gen_random_uuid(), 'ping', '{}', now() - $2::interval from generate_series(1, $3)`;
  await bench.sql.query(insert, [busy, '2 minutes', MANY]);
  await bench.sql.query(insert, [other, '1 minute', 1]);
  const followed: ShopId[] = [];
  class Recorder extends EventFollower {
    override follow(_: unknown, events: readonly StoredEvent[]): Promise<void> {
      followed.push(...events.map(({ shop }) => shop));
      return Promise.resolve();
    }
  }
  const followers = [new Recorder()];
  const relay = outboxRelay({ eventWorks: [], followers, enqueue: () => Promise.resolve(), clock: new TestClock() });
  expect(await relay.run(bench.sql)).toBe(true);
  expect(followed.indexOf(other)).toBe(1);
  await relay.run(bench.sql);
  expect(followed).toHaveLength(MANY + 1);
  const { rows } = await bench.sql.query<{ ordered: boolean }>(
    `select array_agg(number order by created_at, id) = array_agg(number order by number) as ordered from outbox where shop_id = $1`,
    [busy],
  );
  expect(rows).toEqual([{ ordered: true }]);
});

/** Lets the follow-ups of so many leads of a shop be due at a time. */
async function dueLeads(shop: ShopId, amount: number, at: string): Promise<void> {
  const { body } = await (await service.key(shop)).post('/leads', { name: 'Dana' });
  await bench.sql.query(
    `insert into leads select (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(), 'due_at', $1::timestamptz))).*
      from leads l, generate_series(1, $2) where l.id = $3`,
    [at, amount, body.data.id],
  );
}

const relayOf = (enqueue: typeof addJobs, together = 1): PeriodicTask =>
  dueRelay({
    due: [{ work: 'note', table: 'leads', traced: false, together, leaves: {} }],
    outgoing: { open: () => Promise.resolve([]) },
    enqueue,
    clock: new TestClock(),
  });

it('work is queued before the hundreds of another shop that were due first', async () => {
  await dueLeads(busy, MANY, '2026-03-01T08:00:00Z');
  await dueLeads(other, 1, '2026-03-01T09:00:00Z');
  const queued: ShopId[] = [];
  const relay = relayOf((_, work) => {
    queued.push(...work.map(({ payload }) => (payload as DueRecord).shop)); // safe: the relay's own payload
    return Promise.resolve();
  });
  expect(await relay.run(bench.sql)).toBe(true);
  expect(queued.filter((shop) => shop === other)).toHaveLength(1);
  await relay.run(bench.sql);
  expect(queued).toHaveLength(MANY + 1);
});

it('work is done before the hundreds of another shop that were queued first', async () => {
  const relay = relayOf(addJobs);
  await dueLeads(busy, MANY, '2026-03-01T08:00:00Z');
  while (await relay.run(bench.sql));
  await dueLeads(other, 1, '2026-03-01T09:00:00Z');
  await relay.run(bench.sql);
  const { rows } = await bench.sql.query<{ key: string }>('select key from graphile_worker.jobs order by priority, run_at');
  expect(rows).toHaveLength(MANY + 1);
  expect(rows.findIndex(({ key }) => key.includes(other))).toBeLessThan(5);
});

it('what could not be queued is due as before, and the connection holds no transaction', async () => {
  await dueLeads(busy, 1, '2026-03-01T08:00:00Z');
  await expect(relayOf(() => Promise.reject(new Error('no queue'))).run(bench.sql)).rejects.toThrow('no queue');
  const { rows } = await bench.sql.query(
    'select pg_current_xact_id_if_assigned() as open, count(*)::int as due from leads where due_at is not null',
  );
  expect(rows).toEqual([{ open: null, due: 1 }]);
  await expect(relayOf(addJobs).run(bench.sql)).resolves.toBe(false);
  expect(await bench.jobs()).toHaveLength(1);
});

describe('work that takes several rows of a shop at once', () => {
  /** Lets 40 rows of one shop be due, and one of the other shop an hour later. @returns the jobs by priority */
  async function queuedBlocks(): Promise<QueueJob[]> {
    await dueLeads(busy, 40, '2026-03-01T08:00:00Z');
    await dueLeads(other, 1, '2026-03-01T09:00:00Z');
    const queued: QueueJob[] = [];
    const enqueue: typeof addJobs = (client, jobs) => {
      queued.push(...jobs);
      return addJobs(client, jobs);
    };
    await relayOf(enqueue, 16).run(bench.sql);
    return queued.toSorted(
      (one, another) => (one.priority ?? 0) - (another.priority ?? 0) || one.work.localeCompare(another.work),
    );
  }
  const idsOf = ({ work, payload }: QueueJob): string[] =>
    work === 'note' ? [(payload as DueRecord).id] : (payload as DueBlock).records.map(({ id }) => id); // safe: the relay's payloads

  it('is queued in blocks, each with the turn of its first row, and a lone row by itself', async () => {
    const queued = await queuedBlocks();
    expect(queued.map((job) => [job.work, (job.payload as DueRecord).shop, job.priority, idsOf(job).length])).toEqual([
      ['note', other, 1, 1],
      ['note.block', busy, 1, 16],
      ['note.block', busy, 17, 16],
      ['note.block', busy, 33, 8],
    ]);
    expect(new Set(queued.flatMap(idsOf)).size).toBe(41);
    expect(new Set(queued.map(({ key }) => key)).size).toBe(4);
  });

  it('is done once for each row, and again only where it could not be done or has failed', async () => {
    const ids = (await queuedBlocks()).flatMap(idsOf);
    const [waits, breaks] = [ids[3]!, ids[20]!];
    const runs: string[] = [];
    class Note implements Work<DueRecord> {
      readonly name = 'note';
      readonly together = 16;
      run({ id }: DueRecord): Promise<boolean> {
        runs.push(id);
        const isFirst = runs.indexOf(id) === runs.length - 1;
        if (isFirst && id === breaks) return Promise.reject(new Error('once'));
        return Promise.resolve(!isFirst || id !== waits);
      }
    }
    const connection = ownConnection({ url: bench.url, ssl: false });
    const worker = new QueueWorker({
      connection,
      works: [new Note()],
      log: new TestLog(),
      concurrency: 2,
      pollMs: 50,
      againAfterMs: 1,
    });
    worker.start();
    try {
      const done = (): Promise<boolean> => Promise.resolve(ids.every((id) => runs.includes(id)) && twice().length > 1);
      const twice = (): string[] => [waits, breaks].filter((id) => runs.filter((ran) => ran === id).length > 1);
      await eventually(done, (is) => is);
      await eventually(
        () => bench.jobs(),
        (left) => left.length === 0,
      );
      const times = new Map(ids.map((id) => [id, runs.filter((ran) => ran === id).length]));
      expect(times).toEqual(new Map(ids.map((id) => [id, id === waits || id === breaks ? 2 : 1])));
    } finally {
      await worker.stop();
    }
  });
});
