import type { EventKind } from '../../domain/shared/events.js';
import type { EventId, ShopId } from '../../domain/shared/id.js';
import type { Instant } from '../../domain/shared/instant.js';
import type { CauseView } from './cause.js';

/** An event as the outbox holds it. */
export interface StoredEvent {
  readonly shop: ShopId;
  readonly id: EventId;
  readonly type: string;
  readonly createdAt: Instant;
  /** the record as the REST API answers it */
  readonly data: Readonly<Record<string, unknown>>;
  readonly cause: CauseView;
}

/** Work that follows an event: done later and at least once, so that it must be safe to run twice. */
export interface Reaction<Payload extends object = object> {
  /** its name in the queue */
  readonly name: string;
  /** the event that it follows */
  readonly on: EventKind;
  /** how long to wait when it could not be done yet */
  readonly againAfterMs: number;
  /** The queue keeps this: ids and times, never contact data. */
  payloadOf(event: StoredEvent): Payload;
  /** The queue keeps only one piece of waiting work with the same key. */
  keyOf(payload: Payload): string;
  /** False: not yet, try again later. */
  run(payload: Payload): Promise<boolean>;
}

/** One run of a reaction, as the queue keeps it. */
export interface QueuedWork {
  readonly reaction: string;
  readonly payload: object;
  readonly key: string;
}

/** The work that an event asks for; most events ask for none. */
export function workAfter(event: StoredEvent, reactions: readonly Reaction[]): QueuedWork[] {
  return reactions
    .filter(({ on }) => on === event.type)
    .map((reaction) => workOf(reaction, reaction.payloadOf(event)));
}

export function workOf<Payload extends object>(reaction: Reaction<Payload>, payload: Payload): QueuedWork {
  return { reaction: reaction.name, payload, key: `${reaction.name}:${reaction.keyOf(payload)}` };
}
