/** A statement counts as short after this many runs of at most SHORT_RUN_MS. */
const RUNS = 3;
const SHORT_RUN_MS = 50;
/** A statement that a pipelined connection could not run, for example because it took too long, is not sent on one for this long. */
const REST_MS = 60_000;

interface Runs {
  runs: number;
  restsUntil: number;
}

/** Knows from their last runs which statements are short enough to share a connection with others. */
export class ShortStatements {
  private readonly known = new Map<string, Runs>();

  isShort(name: string, now: number): boolean {
    const record = this.known.get(name);
    return record !== undefined && record.runs >= RUNS && now >= record.restsUntil;
  }

  /**
   * Notes a run on a connection of the statement's own. A long run changes nothing, because it may have waited for a busy process.
   * Only the server knows how long a statement takes, and ends it on a pipelined connection.
   */
  noteRun(name: string, ms: number): void {
    if (ms <= SHORT_RUN_MS) this.of(name).runs += 1;
  }

  /** Notes that a pipelined connection could not run the statement. */
  noteUnfit(name: string, now: number): void {
    const record = this.of(name);
    record.runs = 0;
    record.restsUntil = now + REST_MS;
  }

  private of(name: string): Runs {
    let record = this.known.get(name);
    if (!record) this.known.set(name, (record = { runs: 0, restsUntil: 0 }));
    return record;
  }
}
