import { later, type Instant } from '../shared/instant.js';
import type { Webhook } from './webhook.js';

const DAY_MS = 24 * 3_600_000;

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
