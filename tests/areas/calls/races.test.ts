import { CallKnown, Calls } from '../../../application/areas/calls/calls.js';
import { unannounced } from '../../../application/kernel/events/announcer.js';
import { CALL_STATUSES, type Call } from '../../../domain/calls/call.js';
import type { CallId } from '../../../domain/shared/id.js';
import { later } from '../../../domain/shared/instant.js';
import { aCall } from '../../support/builders/a-call.js';
import { Gate } from '../../support/probe-operation.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

let service: TestService;
let shop: TestShop;
let calls: Calls;

beforeAll(async () => {
  service = await sharedTestService();
  calls = service.container.get(Calls);
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

const HALF_A_DAY = 12 * 3_600_000;
const FIRST = at('2026-01-30T06:00:00Z');

function times<Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}

async function add(fields: Partial<Call>): Promise<Call> {
  const next = aCall(fields);
  await calls.add(shop.id, unannounced(next, true));
  return next;
}

function change(id: CallId, fields: Partial<Call>): Promise<Call | null> {
  return calls.change(shop.id, id, (before) => unannounced({ ...before, ...fields }, true));
}

/** Expects that the stored counts agree with the rows. Both are read in one statement, so no change comes between. */
async function expectExactCounts(): Promise<void> {
  const wrong = await service.sql(
    `
    with counted as (select bucket, sum(n) as n from record_counts where shop_id = $1 and list = 'calls' group by bucket having sum(n) <> 0),
      named as (select status || ':' || direction as kind, to_char(started_at at time zone 'UTC', 'YYYY-MM-DD') as day from calls where shop_id = $1),
      there as (select bucket, count(*) as n from named,
        lateral (values (kind), (kind || ':month:' || left(day, 7)), (kind || ':day:' || day)) b (bucket) group by 1)
    select bucket, counted.n as counted, there.n as there from counted full join there using (bucket) where counted.n is distinct from there.n`,
    [shop.id],
  );
  expect(wrong).toEqual([]);
}

it('the counts and totals of calls are exact while twenty writers add and change them', async () => {
  const shared = await times(4, (index) => add({ startedAt: later(FIRST, index * HALF_A_DAY) }));
  const writing = { on: true };
  // No writer begins its last round before every query has been asked while they write.
  const asked = new Gate();
  const written = times(20, async (writer) => {
    for (let round = 0; round < 5; round += 1) {
      if (round === 4) await asked.step();
      const startedAt = later(FIRST, (writer + round) * HALF_A_DAY);
      const { id } = await add({ status: 'ringing', startedAt, direction: writer % 2 ? 'inbound' : 'outbound' });
      await change(id, { status: 'in_progress' });
      await change(id, { status: 'completed' });
      const fought = shared[(writer + round) % shared.length];
      const status = CALL_STATUSES[(writer * 5 + round) % CALL_STATUSES.length];
      if (fought && status) await change(fought.id, { status, startedAt });
    }
  }).finally(() => (writing.on = false));
  const queries = [
    '',
    'status=completed',
    'direction=inbound',
    'since=2026-01-31T07:00:00Z',
    'until=2026-02-03T19:00:00Z&status=ringing',
    'since=2026-01-30T12:00:00Z&until=2026-03-04T12:00:00Z&direction=outbound',
  ];
  let pages = 0;
  while (writing.on) {
    const query = queries[pages % queries.length];
    const { status, body } = await shop.read.get(`/calls?limit=100&${query}`);
    const { total, omitted } = body.meta;
    expect([query, status, total - omitted]).toEqual([query, 200, body.data.length]);
    // A page with all matches must have the number of its calls as its total.
    if (body.data.length < 100) expect([query, omitted]).toEqual([query, 0]);
    if (pages % 3 === 0) await expectExactCounts();
    pages += 1;
    if (pages === queries.length) asked.letGo();
  }
  await written;
  await expectExactCounts();
  expect((await shop.read.get('/calls?limit=1')).body.meta.total).toBe(104);
});

it('twenty reports of one call at once store and count it once', async () => {
  const outcomes = await times(20, () =>
    add({ providerId: 'CA1' }).then(
      () => 'stored',
      (error: unknown) => (error instanceof CallKnown ? 'known' : error),
    ),
  );
  expect(outcomes.sort()).toEqual([...Array.from({ length: 19 }, () => 'known'), 'stored']);
  await expectExactCounts();
  expect((await shop.read.get('/calls')).body.meta.total).toBe(1);
});
