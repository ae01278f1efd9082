import type { Database } from '../../adapters/storage/database.js';
import { statement } from '../../adapters/storage/statement.js';
import type { Log } from '../../application/kernel/ports/ports.js';

/** `off`: people should know · `far off`: due times mean something else here, so this instance does no background work */
export type ClockState = 'ok' | 'off' | 'far off' | 'unknown';

const MOST_OFF_MS = { off: 2_000, farOff: 60_000 };
/** An answer that took longer says too little about the time at which the database looked at its clock. */
const LONGEST_LOOK_MS = 1_000;

const NOW = statement('clock.now', `select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`);

/** Compares the clock of this machine with the database's. All instances of a deployment have the same database. */
export class ClockWatch {
  private offset: number | null = null;
  private told: ClockState = 'ok';

  constructor(
    private readonly database: Pick<Database, 'read'>,
    private readonly log: Log,
    private readonly now: () => number = Date.now,
  ) {}

  /** the milliseconds by which this machine's clock is ahead, less than 0 if it is behind; null: unknown */
  get offsetMs(): number | null {
    return this.offset;
  }

  get state(): ClockState {
    if (this.offset === null) return 'unknown';
    const off = Math.abs(this.offset);
    if (off > MOST_OFF_MS.farOff) return 'far off';
    return off > MOST_OFF_MS.off ? 'off' : 'ok';
  }

  /** False: this instance must do nothing at a time. */
  readonly isTrusted = (): boolean => this.state !== 'far off';

  /** Compares the clocks. If the database does not answer in time, what was seen last counts. */
  async look(): Promise<void> {
    const asked = this.now();
    const answer = await this.database.read<{ readonly ms: number }>(NOW, []).catch(() => []); // the health check reports it
    const answered = this.now();
    const [row] = answer;
    if (!row || answered - asked > LONGEST_LOOK_MS) return;
    this.offset = (asked + answered) / 2 - row.ms;
    this.tell(this.offset);
  }

  /** Logs only changes of the state. */
  private tell(offset: number): void {
    const { state } = this;
    if (state === this.told) return;
    this.told = state;
    if (state === 'ok') {
      this.log.info('the clock of this machine agrees with the database’s again');
      return;
    }
    const seconds = (offset / 1000).toFixed(1);
    const effect = state === 'far off' ? ': this instance does no background work' : '';
    this.log.warn(`the clock of this machine differs from the database’s${effect}`, { reason: `${seconds} s ahead` });
  }
}
