import { randomUUID } from 'node:crypto';
import { storages } from '../../../adapters/areas/storages.js';
import { Pruning } from '../../../adapters/storage/retention/pruning.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
const NOW = '2026-03-02T15:00:00.000Z';
const DAY_MS = 24 * 3_600_000;
const daysAgo = (days: number): string => new Date(Date.parse(NOW) - days * DAY_MS).toISOString();

beforeAll(async () => {
  service = await startTestService();
  shop = await service.shop();
});
beforeEach(() => service.sql('truncate outbox, pruned_events, idempotency_keys, webhooks cascade'));
afterAll(() => service.stop());

/** Prunes in several processes at once, until none has more to do. */
async function prune(processes = 1): Promise<void> {
  const runs = Array.from({ length: processes }, async () => {
    const pruning = new Pruning(
      storages.flatMap(({ kept }) => kept),
      service.clock,
    );
    const client = await service.connections.pool.connect();
    try {
      while (await pruning.run(client));
    } finally {
      client.release();
    }
  });
  await Promise.all(runs);
}

/** Stores events that were relayed at a time; null: they still wait. Their numbers begin after those of earlier events. */
async function events(count: number, relayedAt: string | null, of: Pick<TestShop, 'id'> = shop): Promise<void> {
  await service.sql(
    `insert into outbox (shop_id, id, type, data, created_at, relayed_at, number)
      select $1, gen_random_uuid(), 'vehicle.decode_missed', '{}', $2, $3::timestamptz,
        case when $3::timestamptz is not null then nextval('event_numbers') end
      from generate_series(1, $4)`,
    [of.id, daysAgo(90), relayedAt, count],
  );
}
const left = async (table: string): Promise<number> => {
  const [row] = await service.sql<{ n: number }>(`select count(*)::int as n from ${table}`);
  return row?.n ?? 0;
};

it('deletes events 30 days after they were relayed, in batches, and never one that waits', async () => {
  await events(2100, daysAgo(31));
  await events(2, daysAgo(29));
  await events(3, null);
  await prune();
  expect(await left('outbox')).toBe(5);
});

it('notes for each shop up to which number its events are gone, also when several processes prune', async () => {
  const other = await service.shop();
  const numbers = async (): Promise<unknown[]> => service.sql('select shop_id, number::int from pruned_events order by number');
  const highest = async (): Promise<number> =>
    (await service.sql<{ n: number }>('select max(number)::int as n from outbox'))[0]!.n;
  await events(1200, daysAgo(31));
  const first = await highest();
  await events(1200, daysAgo(40), other);
  const second = await highest();
  await events(1, daysAgo(1));
  await prune(4);
  // A process whose turn it was not has deleted nothing: the next run goes on.
  await prune();
  expect([await left('outbox'), await numbers()]).toEqual([
    1,
    [
      { shop_id: shop.id, number: first },
      { shop_id: other.id, number: second },
    ],
  ]);
  await prune();
  expect(await numbers()).toHaveLength(2);
});

it('keeps an idempotency key for a day', async () => {
  const key = (begunAt: string): Promise<unknown> =>
    service.sql(
      `insert into idempotency_keys (shop_id, api_key_id, key, fingerprint, attempt, begun_at)
        select $1, id, gen_random_uuid()::text, '', gen_random_uuid(), $2 from api_keys where shop_id = $1 limit 1`,
      [shop.id, begunAt],
    );
  await key(daysAgo(1.01));
  await key(daysAgo(0.99));
  await prune();
  expect(await left('idempotency_keys')).toBe(1);
});

it('keeps a run of a rule for as long as the run says, and one that has not begun yet', async () => {
  const automation = randomUUID();
  await service.sql(
    `insert into automations (shop_id, id, name, enabled, trigger, conditions, steps, listens_to, created_at, version)
      values ($1, $2, 'Rule', false, '{}', '[]', '[]', 'lead.created', $3, 1)`,
    [shop.id, automation, NOW],
  );
  for (const [state, days] of [
    ['begun', 1],
    ['skipped', 1],
    ['pending', 1],
    ['begun', -1],
  ] as const) {
    await service.sql(
      `insert into automation_runs (shop_id, id, automation_id, happened_at, since_number, state, depth, kept_until, created_at)
        values ($1, gen_random_uuid(), $2, $3, 1, $4, 0, $5, $3)`,
      [shop.id, automation, daysAgo(40), state, daysAgo(days)],
    );
  }
  await prune();
  expect(await service.sql('select state from automation_runs order by state')).toEqual([
    { state: 'begun' },
    { state: 'pending' },
  ]);
});

it('keeps a deleted rule for 30 days, and for as long as it has runs', async () => {
  await service.sql('update automations set deleted_at = $1', [daysAgo(31)]);
  const rule = (deletedAt: string | null): Promise<unknown> =>
    service.sql(
      `insert into automations (shop_id, id, name, enabled, trigger, conditions, steps, listens_to, created_at, deleted_at, version)
        values ($1, gen_random_uuid(), 'Rule', false, '{}', '[]', '[]', 'lead.created', $2, $3, 1)`,
      [shop.id, NOW, deletedAt],
    );
  await rule(daysAgo(31));
  await rule(daysAgo(29));
  await rule(null);
  await prune();
  expect([await left('automations'), await left('automation_runs')]).toEqual([3, 2]);
});

it('keeps deliveries for 30 days, and one that still waits for as long as it waits', async () => {
  const webhook = randomUUID();
  await service.sql(
    `insert into webhooks (shop_id, id, url, enabled, secret, created_at, version) values ($1, $2, '', true, '', $3, 1)`,
    [shop.id, webhook, NOW],
  );
  const delivery = (status: string, days: number): Promise<unknown> =>
    service.sql(
      `insert into webhook_deliveries (shop_id, id, webhook_id, event_id, event_type, attempt, status, created_at)
        values ($1, gen_random_uuid(), $2, gen_random_uuid(), 'lead.created', 1, $3, $4)`,
      [shop.id, webhook, status, daysAgo(days)],
    );
  for (const status of ['delivered', 'failed', 'exhausted', 'canceled', 'pending']) {
    await delivery(status, 31);
    await delivery(status, 29);
  }
  await prune();
  expect(await service.sql('select status from webhook_deliveries where created_at < $1', [daysAgo(30)])).toEqual([
    { status: 'pending' },
  ]);
  expect(await left('webhook_deliveries')).toBe(6);
});
