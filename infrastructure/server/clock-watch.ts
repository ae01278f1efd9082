import type { Database } from '../../adapters/storage/database.js';
import { statement } from '../../adapters/storage/statement.js';
import type { Log } from '../../application/kernel/ports/ports.js';

/** `off`: people should know · `far off`: the clock may be set at any time, so this instance does no background work */
export type ClockState = 'ok' | 'off' | 'far off' | 'unknown';

const MOST_OFF_MS = { off: 2_000, farOff: 60_000 };
/** An answer that took longer says too little about the time at which the database looked at its clock. */
const LONGEST_LOOK_MS = 1_000;

const NOW = statement('clock.now', `select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`);

/** Compares the clock of this machine with the database's. All instances of a deployment have the same database. */
export class ClockWatch {
  private offset: number | null = null;
  /** the difference of the two clocks of this machine at the last look */
  private gap = 0;
  private told: ClockState = 'ok';

  /** @param wall the clock that is compared, which can be set at any time @param steady a clock that nobody can set */
  constructor(
    private readonly database: Pick<Database, 'read'>,
    private readonly log: Log,
    private readonly wall: () => number = Date.now,
    private readonly steady: () => number = () => performance.now(),
  ) {}

  /** the milliseconds by which this machine's clock is ahead, less than 0 if it is behind; null: unknown */
  get offsetMs(): number | null {
    return this.offset;
  }

  get state(): ClockState {
    return this.offset === null ? 'unknown' : stateAt(this.offset);
  }

  /** False: this instance must do nothing at a time. It knows at once when the clock was set. */
  readonly isTrusted = (): boolean => stateAt((this.offset ?? 0) + this.setBy()) !== 'far off';

  /** the whole milliseconds that must be taken from this machine's clock, so that it tells the time of the database */
  readonly correctionMs = (): number => (this.offset !== null && this.state === 'far off' ? Math.round(this.offset) : 0);

  /** Compares the clocks. If the database does not answer in time, what was seen last counts. */
  async look(): Promise<void> {
    const asked = this.steady();
    const answer = await this.database.read<{ readonly ms: number }>(NOW, []).catch(() => []); // the health check reports it
    const [answered, wall] = [this.steady(), this.wall()];
    const [row] = answer;
    if (!row || answered - asked > LONGEST_LOOK_MS) return;
    this.gap = wall - answered;
    this.offset = wall - (answered - asked) / 2 - row.ms;
    this.tell(this.offset);
  }

  /** Looks if somebody has set this machine's clock since the last look, or if the machine has slept. */
  async lookIfSet(): Promise<void> {
    if (stateAt(this.setBy()) !== 'ok') await this.look();
  }

  /** the milliseconds by which this machine's clock was set forward since the last look */
  private setBy(): number {
    return this.offset === null ? 0 : this.wall() - this.steady() - this.gap;
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
    const seconds = (Math.abs(offset) / 1000).toFixed(1);
    const effect =
      state === 'far off' ? ': this instance does no background work, and answers with the time of the database' : '';
    const reason = `${seconds} s ${offset > 0 ? 'ahead' : 'behind'}`;
    this.log.warn(`the clock of this machine differs from the database’s${effect}`, { reason });
  }
}

function stateAt(offset: number): ClockState {
  const off = Math.abs(offset);
  if (off > MOST_OFF_MS.farOff) return 'far off';
  return off > MOST_OFF_MS.off ? 'off' : 'ok';
}
