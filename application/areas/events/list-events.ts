import { EventTypes, requireKind } from '../../kernel/events/event-types.js';
import { Decimal, Text } from '../../kernel/fields/fields.js';
import { FeedStart, IdFilter, OffsetLimit } from '../../kernel/fields/filter-fields.js';
import { get, operation, type Caller, type Patience, type UseCase } from '../../kernel/operation/operation.js';
import { listOf } from '../../kernel/operation/output.js';
import type { Listing } from '../../kernel/operation/page.js';
import { EventArrivals, EventFeed, feedPage, type FeedPage, type FeedQuery, type NumberedEvent } from './event-feed.js';
import { FeedEventView, FeedMeta } from './event.view.js';
import { streamEvents } from './stream-events.js';

const LONGEST_WAIT_SECONDS = 25;

class ListEventsInput {
  @FeedStart() after?: number | 'latest';
  @OffsetLimit({ max: 500, standard: 100 }) limit?: number;
  @Text({ optional: true, description: 'Only events of this kind, as `GET /event-types` lists them.' }) type?: string;
  @IdFilter({ description: 'Only events about the record with this id.' }) record?: string;
  @Decimal({
    optional: true,
    max: LONGEST_WAIT_SECONDS,
    default: 0,
    description: 'The seconds to wait for an event if there is none yet.',
  })
  wait?: number;
}

class ListEvents implements UseCase<ListEventsInput, Listing<NumberedEvent, number>> {
  constructor(
    private readonly feed: EventFeed,
    private readonly types: EventTypes,
    private readonly arrivals: EventArrivals,
  ) {}

  async execute(caller: Caller, input: ListEventsInput, _: unknown, patience: Patience): Promise<Listing<NumberedEvent, number>> {
    const { after: start = null, limit = 100, type, record, wait = 0 } = input;
    requireKind(this.types, type);
    const after = start === 'latest' ? await this.feed.end(caller.shop.id) : start;
    const { events, next } = await this.read(caller, { after, limit, type, record }, wait * 1000, patience);
    return { items: events, beside: next };
  }

  /** Reads a page, and as long as it is empty, reads again when there may be new events. */
  private async read({ shop }: Caller, query: FeedQuery, waitMs: number, patience: Patience): Promise<FeedPage> {
    if (waitMs === 0) return feedPage(this.feed, shop.id, query);
    // The watch begins before the first look, so that it notices an event that comes between the look and the wait.
    const watch = this.arrivals.watch(shop.id, waitMs);
    try {
      let page = await feedPage(this.feed, shop.id, query);
      while (page.events.length === 0 && (await patience.pause((signal) => watch.next(signal)))) {
        page = await feedPage(this.feed, shop.id, { ...query, after: page.next });
      }
      return page;
    } finally {
      watch.end();
    }
  }
}

export const listEvents = operation(ListEvents, {
  name: 'events.list',
  summary: 'Read the feed of events',
  description:
    'Every change of the shop’s records, in the order of `number`. Go on from `meta.next_after`: no change is passed over, ' +
    'because a change that is committed late gets a later number. Without `after` the feed begins with the oldest event; events ' +
    'are kept for 30 days, and an older `after` is refused with the oldest position. With `wait` the answer to an empty page ' +
    'waits for an event. At most 10 requests of a key wait; a further one is answered at once.\n\n' +
    'With `Accept: text/event-stream` the answer is a stream of server-sent events: `id` is the number of an event, `event` its kind, ' +
    'and `data` the event. `limit` and `wait` are ignored. `Last-Event-ID` or `after` say where it begins. Where events after this ' +
    'position are no longer kept, one event `reset` says so (`{"reason", "oldest"}`), and the stream ends. A comment comes at ' +
    'least every 15 seconds, with the position as `id`. A key reads at most 20 streams.',
  scope: 'read',
  waits: true,
  stream: streamEvents,
  route: get('/events'),
  input: ListEventsInput,
  output: listOf(FeedEventView, FeedMeta),
  needs: [EventFeed, EventTypes, EventArrivals],
});
