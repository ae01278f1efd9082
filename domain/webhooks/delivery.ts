import type { DeliveryId, EventId, WebhookId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';

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
