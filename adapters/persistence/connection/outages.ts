import type { Log } from '../../../application/ports/log.js';
import { reasonOf } from './database-errors.js';

/** A trouble that was not met for that long is told again. */
const QUIET_MS = 60_000;
const MOST_KNOWN = 100;

/** Tells why the database was of no use, when that begins and not for each call: hundreds fail of the same. */
export class Outages {
  /** when each was met last */
  private readonly known = new Map<string, number>();

  constructor(private readonly log: Log) {}

  note(error: unknown): void {
    const reason = reasonOf(error);
    // Words differ where the trouble is the same: by file, by address.
    const trouble = /^\w{5}(?=:)/.exec(reason)?.[0] ?? reason;
    const now = performance.now();
    const before = this.known.get(trouble);
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.set(trouble, now);
    if (before === undefined || now - before > QUIET_MS) this.log.error('the database is of no use', { reason });
  }
}
