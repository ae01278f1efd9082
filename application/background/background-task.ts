import type { EventKind, InternalEventKind } from '../../domain/shared/event-kinds.js';
import type { Id, ShopId } from '../../domain/shared/id.js';
import type { Instant } from '../../domain/shared/instant.js';

/** An event as the outbox holds it. */
export interface StoredEvent {
  readonly shop: ShopId;
  readonly id: Id<'Event'>;
  readonly type: string;
  readonly createdAt: Instant;
  /** the record as the REST API answers it */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Work that an event asks for: done later, at least once, so that it must be safe to run twice. */
export interface BackgroundTask<Payload extends object = object> {
  readonly name: string;
  /** the event that asks for it */
  readonly on: EventKind | InternalEventKind;
  /** how long to wait when it could not be done yet */
  readonly againAfterMs: number;
  /** What the queue keeps: ids and times, never contact data. */
  payloadOf(event: StoredEvent): Payload;
  /** Of two waiting jobs with the same key one is left. */
  keyOf(payload: Payload): string;
  /** False: not yet, try again later. */
  run(payload: Payload): Promise<boolean>;
}

export interface Job {
  readonly task: string;
  readonly payload: object;
  readonly key: string;
}

/** The jobs that an event asks for; most events ask for none. */
export function jobsOf(event: StoredEvent, tasks: readonly BackgroundTask[]): Job[] {
  return tasks
    .filter(({ on }) => on === event.type)
    .map((task) => jobOf(task, task.payloadOf(event)));
}

export function jobOf<Payload extends object>(task: BackgroundTask<Payload>, payload: Payload): Job {
  return { task: task.name, payload, key: `${task.name}:${task.keyOf(payload)}` };
}
