import { changed, type Decision, type EventKind } from '../shared/events.js';
import type { WebhookId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';

/** The reason of a subscription that the service switched off: days of nothing but failures, or a receiver that answered 410. */
export const DISABLED_REASONS = ['failing', 'gone'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** A subscription: the address to which the shop's events are delivered. The secrets are sealed. */
export interface Webhook {
  readonly id: WebhookId;
  readonly url: string;
  /** null: all kinds, also those that later releases add */
  readonly events: readonly EventKind[] | null;
  readonly description: string | null;
  readonly enabled: boolean;
  /** the reason why the service switched it off; null: it is on, or a person switched it off */
  readonly disabledReason: DisabledReason | null;
  readonly secret: string;
  /** the secret before the last rotation; it signs too until `formerSecretUntil` */
  readonly formerSecret: string | null;
  readonly formerSecretUntil: Instant | null;
  readonly createdAt: Instant;
  readonly lastSuccessAt: Instant | null;
  readonly lastFailureAt: Instant | null;
  /** the first failure since the last success; null: the last outcome was a success, or there was none */
  readonly failingSince: Instant | null;
  /** the time of the warning that it will be switched off; null: there was none since the last success */
  readonly warnedAt: Instant | null;
}

/** The test of a webhook is an event about it, which no other webhook gets. */
export function pingWebhook(webhook: Webhook, now: Instant): Decision<Webhook, 'ping'> {
  return changed(webhook, now, [{ type: 'ping' }]);
}
