// Buys: P4: when twice the capacity comes at once, accepted requests have a p99 of 0.6 to 1.5 s and refusals of 0.07 s (3 s and 9 s
// without turns).
import { AsyncResource } from 'node:async_hooks';
import { NOTHING_CHANGED, ShopError } from '../../domain/shared/errors.js';

/** The most requests in flight that may all begin in the same turn of the event loop. */
const FEW = 32;
/** While the event loop has no rest, at most this many requests are in flight. More would only wait for each other. */
const MOST_WHEN_BUSY = 64;
/** The share of the time for which a busy event loop works. */
const BUSY = 0.9;
/** This share is measured over at least so long. */
const LOOK_MS = 500;

/** The request was refused before its operation began. */
export class Overloaded extends ShopError {
  readonly code = 'unavailable';
  readonly retryAfterSeconds = 1;
  constructor() {
    super(`too many requests are in progress to answer this one in time; ${NOTHING_CHANGED}`);
  }
}

/** The one instance that is always thrown: a stack trace for each refusal costs time, which is short under overload. */
export const OVERLOADED = new Overloaded();

/**
 * Limits the requests in flight. The limit is high while the event loop rests: the requests then wait for something that others need
 * not, such as a locked table. It is low while the event loop has more to do than it can.
 */
export class Load {
  private inFlight = 0;
  /** requests that have not begun */
  private readonly waiting: (() => void)[] = [];
  private measured = performance.eventLoopUtilization();
  private measuredAt = 0;
  private isBusy = false;

  /** @param most the most requests in flight; 0: no limit */
  constructor(private readonly most: number) {}

  /**
   * @param isPatient true: the request is counted, but not refused
   * @throws Overloaded
   */
  enter(isPatient: boolean): void {
    if (!isPatient && this.isFull()) throw OVERLOADED;
    this.inFlight += 1;
  }

  leave(): void {
    this.inFlight -= 1;
  }

  /**
   * Calls `begin` at once while few requests are in flight. While there are many, one begins in each turn of the event loop. Node
   * accepts one connection in each turn, so with long turns a client waits for seconds before the service even sees its request.
   */
  begin(begin: () => void): void {
    if (this.waiting.length === 0 && this.inFlight <= FEW) {
      begin();
      return;
    }
    if (this.waiting.length === 0) setImmediate(this.beginNext);
    this.waiting.push(AsyncResource.bind(begin)); // traces go on in it
  }

  private readonly beginNext = (): void => {
    const begin = this.waiting.shift();
    if (this.waiting.length > 0) setImmediate(this.beginNext);
    begin?.();
  };

  private isFull(): boolean {
    if (this.most === 0 || this.inFlight < Math.min(this.most, MOST_WHEN_BUSY)) return false;
    return this.inFlight >= this.most || this.hasNoRest();
  }

  private hasNoRest(): boolean {
    const now = performance.now();
    if (now - this.measuredAt < LOOK_MS) return this.isBusy;
    this.isBusy = performance.eventLoopUtilization(this.measured).utilization > BUSY;
    this.measured = performance.eventLoopUtilization();
    this.measuredAt = now;
    return this.isBusy;
  }
}
