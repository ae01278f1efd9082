import fc from 'fast-check';
import { Calls } from '../../../application/areas/calls/calls.js';
import { unannounced } from '../../../application/kernel/events/announcer.js';
import { CALL_STATUSES, type Call } from '../../../domain/calls/call.js';
import { defined } from '../../../domain/shared/defined.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import { DIRECTIONS } from '../../../domain/texting/message.js';
import { aCall, aStoredCall } from '../../support/builders/a-call.js';
import { aCustomer } from '../../support/builders/records.js';
import { listedCalls, type CallQuery } from './call-model.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

let service: TestService;
beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

// There are few values, so that many calls have the same ones, and the instants are the ends of days and months.
const day = fc.constantFrom('2025-12-31', '2026-01-01', '2026-01-02', '2026-01-30', '2026-01-31', '2026-02-01', '2026-03-15');
const time = fc.constantFrom('00:00:00.000', '00:00:00.001', '11:30:00.000', '23:59:59.999');
const instant = fc.tuple(day, time).map(([date, clock]) => at(`${date}T${clock}Z`));
const status = fc.constantFrom(...CALL_STATUSES);
const someCall = fc.record({
  status,
  direction: fc.constantFrom(...DIRECTIONS),
  startedAt: instant,
  customer: fc.option(fc.nat(1)),
  isReported: fc.boolean(),
});
const someChange = fc.record({ call: fc.nat(), status, startedAt: instant });
const given = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });
const someQuery = fc.record({
  direction: given(fc.constantFrom(...DIRECTIONS)),
  status: given(status),
  customer: fc.option(fc.nat(1), { freq: 4 }),
  since: given(instant),
  until: given(instant),
});

it('pages and totals equal a plain list’s under any filters, after any changes of the calls', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(someCall, { minLength: 5, maxLength: 30 }),
      fc.array(someChange, { maxLength: 15 }),
      fc.array(someQuery, { minLength: 20, maxLength: 40 }),
      async (rows, changes, queries) => {
        const shop = await service.shop();
        const customers = [await aCustomer(shop.full), await aCustomer(shop.full)].map(({ id }) => id as CustomerId);
        const calls: Call[] = [];
        for (const { customer, isReported, ...fields } of rows) {
          calls.push(await add(shop, isReported, { ...fields, customerId: customers[customer ?? -1] ?? null }));
        }
        for (const change of changes) await play(shop, calls, change);
        await expectPages(shop, calls, {});
        for (const { customer, ...rest } of queries) {
          const id = customers[customer ?? -1];
          await expectPages(shop, calls, { ...defined(rest), ...(id !== undefined && { customer_id: id }) });
        }
      },
    ),
    { numRuns: 5, plugins: [fc.interruptAfterTimeLimit(40_000)] },
  );
}, 60_000);

/** @param isReported true: the service stores the call as it stores a report of the provider */
async function add(shop: TestShop, isReported: boolean, fields: Partial<Call>): Promise<Call> {
  if (!isReported) return aStoredCall(service, shop, fields);
  const next = aCall(fields);
  await service.container.get(Calls).add(shop.id, unannounced(next, true));
  return next;
}

async function play(
  shop: TestShop,
  calls: Call[],
  { call, ...fields }: { readonly call: number } & Partial<Call>,
): Promise<void> {
  const index = call % calls.length;
  const there = calls[index];
  if (!there) return;
  const change = (before: Call): Call => ({ ...before, ...fields });
  calls[index] = change(there);
  await service.container.get(Calls).change(shop.id, there.id, (before) => unannounced(change(before), true));
}

async function expectPages(shop: TestShop, calls: readonly Call[], filters: CallQuery): Promise<void> {
  const query = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  const matching = listedCalls(calls, filters).map(({ id }) => id);
  for (const [limit, offset] of [
    [100, 0],
    [3, 2],
  ] as const) {
    const path = `/calls?${[...query, `limit=${limit}`, `offset=${offset}`].join('&')}`;
    const { status, body } = await shop.read.get(path);
    const ids = matching.slice(offset, offset + limit);
    const next = offset + ids.length < matching.length && ids.length > 0 ? offset + limit : null;
    expect([path, status, body.data?.map(({ id }: { id: string }) => id)]).toEqual([path, 200, ids]);
    expect([path, body.meta]).toEqual([
      path,
      { total: matching.length, omitted: matching.length - ids.length, next_offset: next },
    ]);
  }
}
