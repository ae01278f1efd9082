import { later, type Instant } from '../shared/instant.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The milliseconds between one try of a delivery and the next, as in the examples of the Standard Webhooks specification. */
export const LADDER_MS = [
  ...[5_000, 5 * MINUTE_MS, 30 * MINUTE_MS],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
] as const;

/** The longest time that a receiver's `Retry-After` adds to a step. */
const MOST_ADDED_MS = HOUR_MS;
const JITTER = 0.2;

export interface FailedTry {
  /** 1 for the first try */
  readonly attempt: number;
  readonly at: Instant;
  /** the milliseconds that the receiver asked for; null: it asked for none */
  readonly retryAfterMs: number | null;
  /** a random number from 0 to below 1, so that receivers do not get the tries of all deliveries at the same moment */
  readonly random: number;
}

/** The time of the next try. Null: that was the last one. */
export function nextTryAt({ attempt, at, retryAfterMs, random }: FailedTry): Instant | null {
  const step = LADDER_MS[attempt - 1];
  if (step === undefined) return null;
  const wait = Math.round(step * (1 - JITTER + 2 * JITTER * random));
  return later(at, Math.max(wait, Math.min(retryAfterMs ?? 0, wait + MOST_ADDED_MS)));
}

/** A number from 0 to below 1 out of a UUIDv7: its last 32 bits are random. */
export function randomOf(id: string): number {
  return Number.parseInt(id.slice(-8), 16) / 2 ** 32;
}
