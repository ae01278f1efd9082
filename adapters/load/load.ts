// Buys: P4: what the service takes beyond its capacity is answered within 2 s, and the rest is refused within 500 ms.
import { NOTHING_CHANGED, ShopError } from '../../domain/shared/errors.js';

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

/** Limits the requests in flight. */
export class Load {
  private inFlight = 0;

  /** @param most the most requests in flight; 0: no limit */
  constructor(private readonly most: number) {}

  /**
   * @param isPatient true: the request is counted, but not refused
   * @throws Overloaded
   */
  enter(isPatient: boolean): void {
    if (!isPatient && this.most > 0 && this.inFlight >= this.most) throw OVERLOADED;
    this.inFlight += 1;
  }

  leave(): void {
    this.inFlight -= 1;
  }
}
