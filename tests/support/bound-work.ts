import type { QueuedWork } from '../../application/kernel/events/work.js';
import { findings, KEYS_LOOKED_UP, ownedTables } from './bound-statements.js';
import { FOR_ALL_SHOPS } from './for-all-shops.js';
import type { TestService } from './service.js';
import { SqlTap } from './sql-tap.js';

/** The tables of shops in the database of each service. */
const OWNED = new WeakMap<TestService['container'], ReadonlySet<string>>();

/**
 * Runs a piece of queued work, and records its statements.
 * @throws if a statement is not bound to the shop of the work, or a distributed database would refuse it
 */
export async function runBound(
  service: Pick<TestService, 'container' | 'sql'>,
  { work, payload }: QueuedWork,
  run: () => Promise<boolean>,
): Promise<boolean> {
  const { shop } = payload as { readonly shop?: string }; // safe: a payload is an object
  if (shop === undefined) return run();
  const owned = OWNED.get(service.container) ?? (await ownedTables(service));
  OWNED.set(service.container, owned);
  const tap = new SqlTap();
  let done: boolean;
  try {
    done = await run();
  } finally {
    tap.close();
  }
  const { unbound, refused } = findings(tap, shop, owned, [...KEYS_LOOKED_UP, ...FOR_ALL_SHOPS]);
  if (unbound.length > 0) throw new Error(`${work} carries out statements without its shop: ${JSON.stringify(unbound)}`);
  if (refused.length > 0) throw new Error(`${work} carries out statements that Citus refuses: ${JSON.stringify(refused)}`);
  return done;
}
