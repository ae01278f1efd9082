import { changed, unchanged, type Decision, type EventKind } from '../shared/events.js';
import type { WebhookId } from '../shared/id.js';
import { DAY_MS, later, type Instant } from '../shared/instant.js';
import { disabledAtEarliest, verdictOn } from './endpoint-health.js';

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

/** A shop may have this many webhooks. */
export const MOST_WEBHOOKS = 20;
/** The secret before a rotation signs, too, for this long, so that receivers can change over. */
const FORMER_SECRET_MS = DAY_MS;

type NewWebhook = Pick<Webhook, 'id' | 'url' | 'events' | 'description' | 'secret'>;

export function openWebhook(given: NewWebhook, now: Instant): Webhook {
  return {
    ...given,
    enabled: true,
    disabledReason: null,
    formerSecret: null,
    formerSecretUntil: null,
    createdAt: now,
    lastSuccessAt: null,
    lastFailureAt: null,
    ...NOT_FAILING,
  };
}

/** The state of a webhook that has no failures since its last success. */
const NOT_FAILING = { failingSince: null, warnedAt: null } as const;

/** A part that is absent stays as it is. */
export type WebhookChange = Partial<Pick<Webhook, 'url' | 'events' | 'description' | 'enabled'>>;

/**
 * Changes what a person may choose. A webhook that is switched on, or gets another URL, begins anew: the failures before do not
 * count. One that a person switches off has no reason.
 */
export function changeWebhook(webhook: Webhook, change: WebhookChange): Webhook {
  const next = { ...webhook, ...change };
  const switched = next.enabled !== webhook.enabled;
  const beginsAnew = (switched && next.enabled) || next.url !== webhook.url;
  return { ...next, ...(switched && { disabledReason: null }), ...(beginsAnew && NOT_FAILING) };
}

/**
 * Gives a webhook another secret. The one before it signs, too, for a day; an older one does not any more.
 * @param secret sealed
 * @param opens false: no key opens the present secret, so it cannot sign and is dropped
 */
export function rotateSecret(webhook: Webhook, secret: string, opens: boolean, now: Instant): Webhook {
  const former = opens
    ? { formerSecret: webhook.secret, formerSecretUntil: later(now, FORMER_SECRET_MS) }
    : { formerSecret: null, formerSecretUntil: null };
  return { ...webhook, secret, ...former };
}

type Ending = Decision<Webhook, 'webhook.failing'>;

/** The receiver answered 410: it wants no events any more. */
export function endGone(webhook: Webhook, now: Instant): Ending {
  return webhook.enabled ? disabled(webhook, 'gone', now) : unchanged(webhook);
}

/** Warns of a subscription that keeps failing, or disables it, as its state says after a failure. */
export function endFailing(webhook: Webhook, now: Instant): Ending {
  const verdict = webhook.enabled ? verdictOn(webhook, now) : 'fine';
  if (verdict === 'disable') return disabled(webhook, 'failing', now);
  if (verdict === 'fine' || webhook.failingSince === null) return unchanged(webhook);
  const disables_at = disabledAtEarliest(webhook.failingSince, now);
  return failing({ ...webhook, warnedAt: now }, disables_at, now);
}

function disabled(webhook: Webhook, disabledReason: DisabledReason, now: Instant): Ending {
  return failing({ ...webhook, enabled: false, disabledReason }, null, now);
}

/** @param disables_at the earliest time at which further failures disable the subscription; null: it is disabled now */
function failing(next: Webhook, disables_at: Instant | null, now: Instant): Ending {
  return changed(next, now, [{ type: 'webhook.failing', details: { failing_since: next.failingSince, disables_at } }]);
}

/** Tells whether a subscription wants events of a kind. */
export function wantsEvent({ events }: Pick<Webhook, 'events'>, kind: string): boolean {
  return events === null || events.some((wanted) => wanted === kind);
}
