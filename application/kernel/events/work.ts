import type { ShopId } from '../../../domain/shared/id.js';

/** Work of the durable queue. It runs at least once, so it must be safe to run twice. */
export interface Work<Payload extends object = object> {
  /** its name in the queue */
  readonly name: string;
  /** milliseconds to wait before another try, when `run` returned false; default a second */
  readonly againAfterMs?: number;
  /** true: a run can take many minutes, mostly waiting, so the work has a worker of its own and holds up no other work */
  readonly long?: boolean;
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
