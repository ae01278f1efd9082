import type { DeliveryId, EventId, WebhookId } from '../shared/id.js';
import { HOUR_MS, MINUTE_MS, later, millisOf, type Instant } from '../shared/instant.js';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'exhausted', 'canceled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One try to deliver an event to a subscription. A further try is a further delivery. */
export interface Delivery {
  readonly id: DeliveryId;
  readonly webhookId: WebhookId;
  readonly eventId: EventId;
  readonly eventType: string;
  /** 1 for the first try */
  readonly attempt: number;
  readonly status: DeliveryStatus;
  /** the HTTP status of the answer; null: there was no answer */
  readonly responseStatus: number | null;
  /** the beginning of the answer as text, at most 1 KiB */
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly durationMs: number | null;
  readonly createdAt: Instant;
  /** the time of this try if it is pending, and of the next try if it has failed; null: there is no further try */
  readonly nextAttemptAt: Instant | null;
}

/** The first try of a delivery. It is due at once. */
export function openDelivery(given: Pick<Delivery, 'id' | 'webhookId' | 'eventId' | 'eventType'>, now: Instant): Delivery {
  const untried = { responseStatus: null, responseBody: null, error: null, durationMs: null };
  return { ...given, ...untried, attempt: 1, status: 'pending', createdAt: now, nextAttemptAt: now };
}

/**
 * The meaning of a try for its delivery. `delivered`: the receiver has the event. `gone`: the receiver wants no events any more.
 * `failed`: another try may succeed.
 */
export type TryOutcome = 'delivered' | 'gone' | 'failed';

/**
 * Judges an answer by its status. Every 2xx is a success. A 410 ends the subscription. Everything else is a failure: a redirect
 * too, because it is not followed, and a 4xx too, because receivers answer 401 or 404 while they are being set up or deployed.
 */
export function outcomeOf(status: number): TryOutcome {
  if (status >= 200 && status < 300) return 'delivered';
  return status === 410 ? 'gone' : 'failed';
}

const SECONDS = /^\d{1,9}$/;
/** The three forms of a date in HTTP (RFC 9110, 5.6.7) begin with the day of the week. */
const DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? /;

/**
 * Reads the header `Retry-After`: seconds, or a date.
 * @returns the milliseconds from now on, at least 0; null: there is no such header, or it says something else
 */
export function retryAfterMs(header: string | null, now: Instant): number | null {
  const text = header?.trim() ?? '';
  if (SECONDS.test(text)) return Number(text) * 1000;
  if (!DATE.test(text)) return null;
  // The oldest form names no zone. All three are in GMT.
  const ms = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(ms) ? null : Math.max(0, ms - millisOf(now));
}

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
