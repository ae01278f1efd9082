import type { EventKind } from '../../domain/shared/events.js';
import type { EventId, ShopId } from '../../domain/shared/id.js';
import type { Instant } from '../../domain/shared/instant.js';
import type { CauseView } from './cause.js';

/** An event in the form that the outbox stores. */
export interface StoredEvent {
  readonly shop: ShopId;
  readonly id: EventId;
  readonly type: string;
  readonly createdAt: Instant;
  /** the `data` of the `Announcement` */
  readonly data: Readonly<Record<string, unknown>>;
  readonly cause: CauseView;
}

/** Background work that follows an event. It runs at least once, so it must be safe to run twice. */
export interface Reaction<Payload extends object = object> {
  /** the name of the reaction in the queue */
  readonly name: string;
  /** the kind of event that the work follows */
  readonly on: EventKind;
  /** milliseconds to wait before another try, when `run` returned false */
  readonly againAfterMs: number;
  /** The payload that the queue stores: what `run` needs, such as ids and times, but never contact data. */
  payloadOf(event: StoredEvent): Payload;
  /** The key of the work in the queue. The queue never has two waiting runs with the same key. */
  keyOf(payload: Payload): string;
  /** Does the work. False: the work could not be done yet and must be tried again later. */
  run(payload: Payload): Promise<boolean>;
}

/** One run of a reaction, in the form that the queue stores. */
export interface QueuedWork {
  readonly reaction: string;
  readonly payload: object;
  readonly key: string;
}

/** The work that follows an event. Most events have none. */
export function workAfter(event: StoredEvent, reactions: readonly Reaction[]): QueuedWork[] {
  return reactions.filter(({ on }) => on === event.type).map((reaction) => workOf(reaction, reaction.payloadOf(event)));
}

export function workOf<Payload extends object>(reaction: Reaction<Payload>, payload: Payload): QueuedWork {
  return { reaction: reaction.name, payload, key: `${reaction.name}:${reaction.keyOf(payload)}` };
}
