import { Clock } from '../../application/kernel/ports/ports.js';
import { instantOf, millisOf, parseInstant, type Instant } from '../../domain/shared/instant.js';

/** A clock that stands still until a test moves it. */
export class TestClock extends Clock {
  private ms: number;

  constructor(private readonly start = '2026-03-02T15:00:00.000Z') {
    super();
    this.ms = millisOf(at(start));
  }

  restart(): void {
    this.set(this.start);
  }

  override now(): Instant {
    return instantOf(this.ms);
  }

  /** @param ms milliseconds to advance */
  pass(ms: number): void {
    this.ms += ms;
  }

  set(text: string): void {
    this.ms = millisOf(at(text));
  }
}

export function at(text: string): Instant {
  const instant = parseInstant(text);
  if (!instant) throw new Error(`${text} is no instant`);
  return instant;
}
