import { Clock } from '../../application/ports/clock.js';
import { instantOf, type Instant } from '../../domain/shared/instant.js';

export class SystemClock extends Clock {
  private ms = 0;
  private instant = instantOf(0);

  /** Asked several times in a request: written out once a millisecond. */
  override now(): Instant {
    const ms = Date.now();
    if (ms !== this.ms) {
      this.ms = ms;
      this.instant = instantOf(ms);
    }
    return this.instant;
  }
}
