import type { Instant } from '../../../domain/shared/instant.js';

export abstract class Clock {
  abstract now(): Instant;
}
