import type { EventKind } from '../../../domain/shared/events.js';
import type { EventId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { CauseView } from './cause.js';

/** Work of the durable queue. It runs at least once, so it must be safe to run twice. */
export interface Work<Payload extends object = object> {
  /** its name in the queue */
  readonly name: string;
  /** milliseconds to wait before another try, when `run` returned false; default a second */
  readonly againAfterMs?: number;
  /** true: a run can take many minutes, mostly waiting, so the work has a worker of its own and holds up no other work */
  readonly long?: boolean;
  /** how many due records of one shop are worked on at once; default one */
  readonly together?: number;
  /** Does the work. False: the work could not be done yet and must be tried again later. */
  run(payload: Payload): Promise<boolean>;
}

/** One run of work, in the form that the queue stores. */
export interface QueuedWork {
  readonly work: string;
  readonly payload: object;
  /** the queue never has two waiting runs with the same key */
  readonly key: string;
}

/** A record whose time has come. */
export interface DueRecord<Id extends string = string> {
  readonly shop: ShopId;
  readonly id: Id;
  /** the `traceparent` of the span that caused the work; absent or null: there was none */
  readonly trace?: string | null;
}

/** An event in the form that the outbox stores. */
export interface StoredEvent {
  readonly shop: ShopId;
  readonly id: EventId;
  readonly type: string;
  readonly createdAt: Instant;
  /** the `data` of the `Announcement` */
  readonly data: Readonly<Record<string, unknown>>;
  readonly cause: CauseView;
  /** the `traceparent` of the span in which the event happened; absent or null: it was not traced, or the reader does not ask */
  readonly trace?: string | null;
}

/** Background work that follows an event. */
export interface EventWork<Payload extends object = object> extends Work<Payload> {
  /** the kinds of events that the work follows */
  readonly on: readonly EventKind[];
  /**
   * The payload that the queue stores: what `run` needs, such as ids and times, but never contact data. Null: nothing is to be
   * done about this event.
   */
  payloadOf(event: StoredEvent): Payload | null;
  /** The key of the work in the queue. The queue never has two waiting runs with the same key. */
  keyOf(payload: Payload): string;
}

/** The work that follows an event. Most events have none. */
export function workAfter(event: StoredEvent, eventWorks: readonly EventWork[]): QueuedWork[] {
  return eventWorks.flatMap((work) => {
    const payload = work.on.some((kind) => kind === event.type) ? work.payloadOf(event) : null;
    if (payload === null) return [];
    const key = `${work.name}:${work.keyOf(payload)}`;
    return [{ work: work.name, payload: event.trace ? { ...payload, trace: event.trace } : payload, key }];
  });
}
