import { Clock } from '../../application/ports/clock.js';
import { instantOf, type Instant } from '../../domain/shared/instant.js';

export class SystemClock extends Clock {
  override now(): Instant {
    return instantOf(Date.now());
  }
}
