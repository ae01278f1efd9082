import { Clock } from '../application/kernel/ports/ports.js';
import { instantOf, type Instant } from '../domain/shared/instant.js';

export class SystemClock extends Clock {
  private ms = 0;
  private instant = instantOf(0);
  private correctionMs = (): number => 0;

  /** Goes by another clock. @param correctionMs the whole milliseconds to take from the time of this machine */
  correctBy(correctionMs: () => number): void {
    this.correctionMs = correctionMs;
  }

  /** Returns the current time. A request asks for it several times, so its text is made only once for each millisecond. */
  override now(): Instant {
    const ms = Date.now() - this.correctionMs();
    if (ms !== this.ms) {
      this.ms = ms;
      this.instant = instantOf(ms);
    }
    return this.instant;
  }
}
