import { changed, unchanged, type Decision } from '../shared/events.js';
import type { Instant } from '../shared/instant.js';
import { disabledAtEarliest, verdictOn } from './endpoint-health.js';
import type { DisabledReason, Webhook } from './webhook.js';

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
