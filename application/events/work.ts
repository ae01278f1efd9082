import type { ShopId } from '../../domain/shared/id.js';

/** Work of the durable queue. It runs at least once, so it must be safe to run twice. */
export interface Work<Payload extends object = object> {
  /** its name in the queue */
  readonly name: string;
  /** milliseconds to wait before another try, when `run` returned false */
  readonly againAfterMs: number;
  /** true: the work mostly waits for another system, so that many runs at once cost little */
  readonly waits?: boolean;
  /** true: a run can take many minutes, mostly waiting, so the work has a worker of its own and holds up no other work */
  readonly long?: boolean;
  /** The key of the work in the queue. The queue never has two waiting runs with the same key. */
  keyOf(payload: Payload): string;
  /** Does the work. False: the work could not be done yet and must be tried again later. */
  run(payload: Payload): Promise<boolean>;
}

/** One run of work, in the form that the queue stores. */
export interface QueuedWork {
  readonly work: string;
  readonly payload: object;
  readonly key: string;
}

/** A record whose time has come. */
export interface DueRecord {
  readonly shop: ShopId;
  readonly id: string;
  /** the `traceparent` of the span that caused the work; absent or null: there was none */
  readonly trace?: string | null;
}

export function workOf<Payload extends object>(work: Pick<Work<Payload>, 'name' | 'keyOf'>, payload: Payload): QueuedWork {
  return { work: work.name, payload, key: `${work.name}:${work.keyOf(payload)}` };
}
