import { ValidationError } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { StoredEvent } from '../../kernel/events/work.js';

/** An event with its place in the feed. Numbers rise, but have gaps. */
export interface NumberedEvent extends StoredEvent {
  readonly number: number;
}

/** A selection of a shop's events. */
export interface FeedFilter {
  /** only events of this kind */
  readonly type?: string | undefined;
  /** only events about the record with this id */
  readonly record?: string | undefined;
}

/** A part of a shop's feed. */
export interface FeedQuery extends FeedFilter {
  /** only events with a higher number; null: from the oldest event that is kept */
  readonly after: number | null;
  readonly limit: number;
}

/** The result of one look at the feed. All its parts are from the same moment. */
export interface FeedSlice {
  /** in the order of their numbers, at most `limit` */
  readonly events: readonly NumberedEvent[];
  /** events with a number up to this one have been deleted because of their age; 0: none has been deleted */
  readonly pruned: number;
  /** the highest number that an event of the shop has had; 0: it has had no event */
  readonly newest: number;
}

/** Events after a position have been deleted. */
export class Pruned extends ValidationError {
  /** @param oldest the oldest position that is kept */
  constructor(
    after: number,
    readonly oldest: number,
  ) {
    super('after', `events after ${after} are no longer kept: go on from ${oldest}, the oldest position that is kept`);
  }
}

/** One page of the feed. */
export interface FeedPage {
  readonly events: readonly NumberedEvent[];
  /** the position after this page: the `after` of the next page */
  readonly next: number;
}

/**
 * The events of each shop in the order of their numbers. An event has no number, and is not in the feed, until its transaction has
 * been committed and the relay has numbered it. So an event that comes later always has a higher number, and a reader that goes on
 * from the position of its last page passes over no event. Internal kinds and `ping` are never in the feed.
 */
export abstract class EventFeed {
  abstract read(shop: ShopId, query: FeedQuery): Promise<FeedSlice>;

  /** The position after the newest event. A reader that begins here reads only events to come. */
  abstract end(shop: ShopId): Promise<number>;

  /** The position before the newest `count` events that match. If there are fewer, it is the position before the oldest event. */
  abstract beforeNewest(shop: ShopId, count: number, filter: FeedFilter): Promise<number>;
}

/**
 * Reads one page of the feed. A page that is not full has everything up to the newest event, so its `next` is that event's number,
 * even if the event is of another kind. A reader of a rare kind therefore keeps a position that is not too old.
 * @throws Pruned when events after the position have been deleted; ValidationError when it is higher than that of any event
 */
export async function feedPage(feed: EventFeed, shop: ShopId, query: FeedQuery): Promise<FeedPage> {
  const { after, limit } = query;
  const { events, pruned, newest } = await feed.read(shop, query);
  if (after !== null && after < pruned) throw new Pruned(after, pruned);
  const end = Math.max(newest, pruned);
  if (after !== null && after > end) {
    throw new ValidationError('after', `no event has this number yet: the newest position is ${end}`);
  }
  return { events, next: events.length < limit ? end : (events.at(-1)?.number ?? end) };
}

/** A look-out for new events of one shop. */
export interface EventWatch {
  /**
   * Waits until the shop may have events that it did not have at the last call, or when the watch began.
   * @returns false when the time of the watch is over, or the signal is aborted
   */
  next(signal: AbortSignal): Promise<boolean>;
  /** Ends the watch. Each watch must be ended. */
  end(): void;
}

/** Tells when the relay has given events of a shop their numbers, in this process or in any other. */
export abstract class EventArrivals {
  /** Begins a watch that lasts for `ms` milliseconds. */
  abstract watch(shop: ShopId, ms: number): EventWatch;
}

/** The feed that a reader follows, and the time that the reader waits for an event before it gets a page without one. */
export interface Following {
  readonly shop: ShopId;
  readonly query: FeedQuery;
  readonly first: FeedPage;
  readonly beatMs: number;
}

/**
 * Gives the first page, and then a page whenever there are events or `beatMs` have passed without any, until the signal. It holds no
 * connection of the database while it waits.
 */
export async function* followFeed(
  feed: EventFeed,
  arrivals: EventArrivals,
  { shop, query, first, beatMs }: Following,
  ended: AbortSignal,
): AsyncGenerator<FeedPage> {
  const goesOn = (): boolean => !ended.aborted;
  let page = first;
  let watch = arrivals.watch(shop, beatMs);
  try {
    while (goesOn()) {
      if (page.events.length > 0) yield page;
      const mayHaveMore = page.events.length === query.limit || (await watch.next(ended));
      if (!mayHaveMore && goesOn()) {
        yield { events: [], next: page.next };
        watch.end();
        watch = arrivals.watch(shop, beatMs);
      }
      // Also after a wait without events: an announcement can be lost with the connection on which it comes.
      if (goesOn()) page = await feedPage(feed, shop, { ...query, after: page.next });
    }
  } finally {
    watch.end();
  }
}
