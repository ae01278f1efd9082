import { AsyncLocalStorage } from 'node:async_hooks';
import type { Announced } from '../../../application/events/announcer.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../connection/database.js';

/** Reactions cause events, and other reactions follow these. A longer chain is taken for a circle. */
const LONGEST_CHAIN = 10;

const chain = new AsyncLocalStorage<number>();

/**
 * Runs the write that stores a decision with its events. If a reaction follows one of them, the write and the reactions are one
 * transaction; otherwise the write is all that happens.
 * @param write returns no row when the decision was not stored
 */
export async function storeAnnounced<Row>(
  database: Database,
  shop: ShopId,
  decision: Pick<Announced<unknown>, 'changes'>,
  write: () => Promise<Row[]>,
): Promise<Row[]> {
  const { reactions } = database;
  if (!reactions.follow(decision)) return write();
  const length = (chain.getStore() ?? 0) + 1;
  if (length > LONGEST_CHAIN) throw new Error(`reactions follow each other's events more than ${LONGEST_CHAIN} times`);
  const writeAndReact = async (): Promise<Row[]> => {
    const rows = await write();
    if (rows.length > 0) await chain.run(length, () => reactions.run(shop, decision));
    return rows;
  };
  return database.transaction(writeAndReact);
}
