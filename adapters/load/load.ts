// Buys: P4: when twice the capacity comes at once, accepted requests have a p99 of 0.2 s and refusals of 0.04 s (4.5 s and 4.7 s without turns).
import { AsyncResource } from 'node:async_hooks';
import { NOTHING_CHANGED, ShopError } from '../../domain/shared/errors.js';

/** A turn of the event loop should not take longer than this. */
const LONGEST_TURN_MS = 1;
/** While the event loop has no rest, at most this many requests are in flight. More would only wait for each other. */
const MOST_WHEN_BUSY = 64;
/** The share of the time for which a busy event loop works. */
const BUSY = 0.9;
/** This share is measured over at least so long. */
const LOOK_MS = 100;

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
  readonly turns = new Turns();
  private inFlight = 0;
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

/**
 * Begins requests at once while turns of the event loop are short. While they are long, fewer begin in each turn, and others wait. Node
 * accepts one connection in each turn, so with long turns a client waits for seconds before the service even sees its request.
 */
export class Turns {
  private readonly waiting: (() => void)[] = [];
  /** the most requests that begin in a turn */
  private room = Infinity;
  private begun = 0;
  private turnBegan = 0;
  private isMeasured = false;

  /** Calls `begin` at once, or in one of the next turns. */
  enter(begin: () => void): void {
    this.measure();
    if (this.waiting.length > 0 || this.begun >= this.room) {
      this.waiting.push(AsyncResource.bind(begin)); // traces go on in it
    } else {
      this.begun += 1;
      begin();
    }
  }

  /** Measures this turn until its end. */
  private measure(): void {
    if (this.isMeasured) return;
    this.isMeasured = true;
    this.turnBegan = performance.now();
    setImmediate(this.end);
  }

  private readonly end = (): void => {
    const took = performance.now() - this.turnBegan;
    if (took > LONGEST_TURN_MS) this.room = Math.max(1, Math.floor((this.begun * LONGEST_TURN_MS) / took));
    else this.room = this.waiting.length > 0 ? this.room + 1 : Infinity;
    this.isMeasured = false;
    this.begun = 0;
    if (this.waiting.length === 0) return;
    this.measure();
    for (const begin of this.waiting.splice(0, this.room)) {
      this.begun += 1;
      begin();
    }
  };
}
