import type { Log } from '../../../application/ports/log.js';
import { ShopError } from '../../../domain/shared/errors.js';
import { isEndedByOthers, isUnavailable, reasonOf, unavailable } from './database-errors.js';

/** A problem is logged again when it has not occurred for this long. */
const QUIET_MS = 60_000;
const MOST_KNOWN = 100;

/**
 * Logs why the database cannot be used: once when a problem begins, not for each call, since hundreds of calls fail for the same
 * reason.
 */
export class Outages {
  /** when each problem occurred last */
  private readonly known = new Map<string, number>();

  constructor(private readonly log: Log) {}

  note(error: unknown): void {
    const reason = reasonOf(error);
    // An error with an SQLSTATE is known by it alone, because its message may name a file or an address.
    const trouble = /^\w{5}(?=:)/.exec(reason)?.[0] ?? reason;
    const now = performance.now();
    const before = this.known.get(trouble);
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.set(trouble, now);
    if (before === undefined || now - before > QUIET_MS) this.log.error('the database cannot be used', { reason });
  }

  /**
   * Returns the refusal for a call that the database could not carry out, and logs why. Any other error is returned as it is.
   * @param lost the end of the refusal's message when the connection was lost
   */
  refusalOf(error: unknown, lost?: string): unknown {
    if (error instanceof ShopError) return error;
    // The database can be used: a later run of the statement or of the unit may succeed.
    if (isEndedByOthers(error)) return unavailable(error);
    if (!isUnavailable(error)) return error;
    this.note(error);
    return unavailable(error, lost);
  }
}
