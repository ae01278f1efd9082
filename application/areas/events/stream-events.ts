import { ValidationError } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { EventTypes, requireKind } from '../../kernel/events/event-types.js';
import { Text } from '../../kernel/fields/fields.js';
import { FeedStart, IdFilter } from '../../kernel/fields/filter-fields.js';
import { HeaderText } from '../../kernel/fields/rest-fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { stream, type Stream } from '../../kernel/operation/output.js';
import {
  EventArrivals,
  EventFeed,
  feedPage,
  followFeed,
  Pruned,
  type FeedPage,
  type FeedQuery,
  type NumberedEvent,
} from './event-feed.js';
import { FeedEventView } from './event.view.js';

/** A stream without events says so often that it lives. */
const BEAT_MS = 15_000;
/** The milliseconds after which a client connects again. */
const RETRY_MS = 2000;
const PAGE = 100;
const POSITION = /^\d{1,15}$/;

class StreamEventsInput {
  @FeedStart() after?: number | 'latest';
  @Text({ optional: true }) type?: string;
  @IdFilter() record?: string;
  @HeaderText('Last-Event-ID', {
    description: 'Of a stream: the `id` of the last event that you have. It wins over `after`; a browser sends it by itself.',
  })
  last_event_id?: string;
}

/** The next part of a stream. */
type Sent =
  | { readonly kind: 'begins' }
  | { readonly kind: 'events'; readonly events: readonly NumberedEvent[] }
  /** there was no event, and the reader is at this position */
  | { readonly kind: 'lives'; readonly position: number }
  /** events that the reader does not have are gone, so it must read all records anew */
  | { readonly kind: 'reset'; readonly pruned: Pruned };

class StreamEvents implements UseCase<StreamEventsInput, Stream<Sent>> {
  constructor(
    private readonly feed: EventFeed,
    private readonly types: EventTypes,
    private readonly arrivals: EventArrivals,
  ) {}

  async execute({ shop }: Caller, input: StreamEventsInput): Promise<Stream<Sent>> {
    const { after, type, record } = input;
    requireKind(this.types, type);
    const start = positionIn(input.last_event_id) ?? after ?? 'latest';
    const from = start === 'latest' ? await this.feed.end(shop.id) : start;
    const query = { after: from, limit: PAGE, type, record };
    const first = await this.firstPage(shop.id, query);
    const pieces = (ended: AbortSignal): AsyncIterable<Sent> =>
      first instanceof Pruned ? reset(first) : this.follow(shop.id, query, first, ended);
    return { headers: {}, pieces, close: () => Promise.resolve() };
  }

  private async firstPage(shop: ShopId, query: FeedQuery): Promise<FeedPage | Pruned> {
    try {
      return await feedPage(this.feed, shop, query);
    } catch (error) {
      if (error instanceof Pruned) return error;
      throw error;
    }
  }

  /** Sends the events after a page as they come, until nobody reads any more. */
  private async *follow(shop: ShopId, query: FeedQuery, first: FeedPage, ended: AbortSignal): AsyncGenerator<Sent> {
    yield { kind: 'begins' };
    const pages = followFeed(this.feed, this.arrivals, { shop, query, first, beatMs: BEAT_MS }, ended);
    for await (const { events, next } of pages)
      yield events.length > 0 ? { kind: 'events', events } : { kind: 'lives', position: next };
  }
}

async function* reset(pruned: Pruned): AsyncGenerator<Sent> {
  yield await Promise.resolve({ kind: 'reset', pruned });
}

/** Null: the client has no event yet. @throws ValidationError */
function positionIn(lastEventId: string | undefined): number | null {
  if (lastEventId === undefined || lastEventId === '') return null;
  if (!POSITION.test(lastEventId)) throw new ValidationError('Last-Event-ID', 'must be the id of an event of this stream');
  return Number(lastEventId);
}

/** Writes what is sent in the form of server-sent events. */
function textOf(sent: Sent): string {
  switch (sent.kind) {
    case 'begins':
      return `retry: ${RETRY_MS}\n\n`;
    case 'events':
      return sent.events.map(eventText).join('');
    case 'lives':
      return `: alive\nid: ${sent.position}\n\n`;
    case 'reset':
      return `event: reset\ndata: ${JSON.stringify({ reason: sent.pruned.message, oldest: sent.pruned.oldest })}\n\n`;
  }
}

function eventText(event: NumberedEvent): string {
  return `id: ${event.number}\nevent: ${event.type}\ndata: ${JSON.stringify(FeedEventView.of(event))}\n\n`;
}

/** The other form of `events.list`, which has its route and its description. */
export const streamEvents = operation(StreamEvents, {
  name: 'events.stream',
  summary: 'Follow the feed of events',
  description: 'The events as they come, as server-sent events.',
  scope: 'read',
  input: StreamEventsInput,
  output: stream({ media: 'text/event-stream', headers: [] }, textOf),
  needs: [EventFeed, EventTypes, EventArrivals],
});
