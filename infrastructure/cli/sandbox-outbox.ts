import { setTimeout as sleep } from 'node:timers/promises';
import { Shops } from '../../application/areas/access/shops.js';
import { SandboxOutbox, type SandboxEntry } from '../../application/areas/texting/sandbox-outbox.js';
import type { ShopId } from '../../domain/shared/id.js';
import { later, type Instant } from '../../domain/shared/instant.js';
import type { Use } from '../modules/use.js';
import { namedShop } from './named-shop.js';

const LOOK_EVERY_MS = 500;
const MOST_AT_ONCE = 1_000;
/** A hand-over can be stored this long after its time. Its time is taken first, and then it waits for the database. */
const LATEST_STORED_MS = 10_000;

/** Returns the newest hand-overs of one shop, or of all shops, newest first. */
export async function newestEntries(
  use: Use,
  shop: string | undefined,
  limit: number,
  since: Instant | null,
): Promise<SandboxEntry[]> {
  const outbox = use(SandboxOutbox);
  const entries: SandboxEntry[] = [];
  for (const id of await shopsOf(use, shop)) entries.push(...(await outbox.newest(id, limit, since)));
  return entries.sort(newestFirst).slice(0, limit);
}

/** Gives the newest hand-overs, oldest first, and then each further one until the signal. Each comes once. */
export async function* followOutbox(
  use: Use,
  shop: string | undefined,
  limit: number,
  stopping: AbortSignal,
): AsyncGenerator<SandboxEntry, void> {
  let seen: Set<string> | null = null;
  let since: Instant | null = null;
  while (!stopping.aborted) {
    const entries = await newestEntries(use, shop, MOST_AT_ONCE, since);
    const before: ReadonlySet<string> | null = seen;
    const unseen = before ? entries.filter(({ id }) => !before.has(id)) : entries.slice(0, limit);
    yield* unseen.reverse();
    const newest: Instant | undefined = entries[0]?.handedOverAt;
    if (newest !== undefined) since = later(newest, -LATEST_STORED_MS);
    // Entries from before `since` do not come again, so they need not be remembered.
    seen = new Set(entries.map(({ id }) => id));
    await sleep(LOOK_EVERY_MS, undefined, { signal: stopping }).catch(() => undefined); // told to stop: the pause ends early
  }
}

export function shownEntry(entry: SandboxEntry) {
  const { id, message, channel, from, to, subject, body, status, handedOverAt } = entry;
  return { id, message, channel, from, to, subject, body, status, handed_over_at: handedOverAt };
}

async function shopsOf(use: Use, shop: string | undefined): Promise<readonly ShopId[]> {
  if (shop !== undefined) return [(await namedShop(use, shop)).id];
  return (await use(Shops).list()).map(({ id }) => id);
}

function newestFirst(one: SandboxEntry, other: SandboxEntry): number {
  if (one.handedOverAt !== other.handedOverAt) return one.handedOverAt < other.handedOverAt ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}
