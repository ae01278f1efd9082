import { setTimeout as sleep } from 'node:timers/promises';
import { feedPage, type EventFeed, type FeedPage, type FeedQuery } from '../../application/areas/events/event-feed.js';
import type { ShopId } from '../../domain/shared/id.js';

const LOOK_EVERY_MS = 500;
export const MOST_AT_ONCE = 500;

/** Gives one page after the other until the signal. A page after the last event may be empty. */
export async function* feedPages(
  feed: EventFeed,
  shop: ShopId,
  query: Omit<FeedQuery, 'limit'>,
  stopping: AbortSignal,
): AsyncGenerator<FeedPage, void> {
  let { after } = query;
  while (!stopping.aborted) {
    const page = await feedPage(feed, shop, { ...query, after, limit: MOST_AT_ONCE });
    yield page;
    after = page.next;
    if (page.events.length === MOST_AT_ONCE) continue;
    await sleep(LOOK_EVERY_MS, undefined, { signal: stopping }).catch(() => undefined); // told to stop: the pause ends early
  }
}
