import { Clock } from '../application/kernel/ports/ports.js';
import { instantOf, type Instant } from '../domain/shared/instant.js';

export class SystemClock extends Clock {
  private ms = 0;
  private instant = instantOf(0);

  /** Returns the current time. A request asks for it several times, so its text is made only once for each millisecond. */
  override now(): Instant {
    const ms = Date.now();
    if (ms !== this.ms) {
      this.ms = ms;
      this.instant = instantOf(ms);
    }
    return this.instant;
  }
}
