import { DueRelay } from '../../adapters/persistence/due/due-relay.js';
import { leadTable } from '../../adapters/persistence/leads/lead.table.js';
import { EventFollower } from '../../adapters/persistence/outbox/event-follower.js';
import { OutboxRelay } from '../../adapters/persistence/outbox/outbox-relay.js';
import type { StoredEvent } from '../../application/events/event-work.js';
import type { DueRecord } from '../../application/events/work.js';
import type { ShopId } from '../../domain/shared/id.js';
import { BackgroundBench } from '../support/background-bench.js';
import { TestClock } from '../support/test-clock.js';
import type { WholeService } from '../support/whole-service.js';

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
  const relay = new OutboxRelay({ eventWorks: [], followers, enqueue: () => Promise.resolve(), clock: new TestClock() });
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

it('work is queued before the hundreds of another shop that were due first', async () => {
  const api = await service.key(busy);
  const { body } = await api.post('/leads', { name: 'Dana' });
  const insert = `insert into leads select (jsonb_populate_record(l,
      jsonb_build_object('shop_id', $1::text, 'id', gen_random_uuid(), 'due_at', $2::timestamptz))).*
    from leads l, generate_series(1, $3) where l.id = $4`;
  await bench.sql.query(insert, [busy, '2026-03-01T08:00:00Z', MANY, body.data.id]);
  await bench.sql.query(insert, [other, '2026-03-01T09:00:00Z', 1, body.data.id]);
  const queued: ShopId[] = [];
  const relay = new DueRelay({
    due: [{ work: 'note', table: leadTable }],
    enqueue: (_, work) => {
      queued.push(...work.map(({ payload }) => (payload as DueRecord).shop)); // safe: the relay's own payload
      return Promise.resolve();
    },
    clock: new TestClock(),
  });
  expect(await relay.run(bench.sql)).toBe(true);
  expect(queued.filter((shop) => shop === other)).toHaveLength(1);
  await relay.run(bench.sql);
  expect(queued).toHaveLength(MANY + 1);
});
