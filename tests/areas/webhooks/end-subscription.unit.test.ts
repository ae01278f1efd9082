import type { WebhookId } from '../../../domain/shared/id.js';
import { later, type Instant } from '../../../domain/shared/instant.js';
import { endFailing, endGone, type Webhook } from '../../../domain/webhooks/webhook.js';
import { at } from '../../support/test-clock.js';

const START = at('2026-03-02T15:00:00.000Z');
const onDay = (days: number): Instant => later(START, days * 24 * 3_600_000);

const WEBHOOK: Webhook = {
  id: '0198a1f4-0000-7000-8000-000000000001' as WebhookId, // safe: an id is a UUID
  ...{ url: 'https://hooks.example.com', events: null, description: null, enabled: true, disabledReason: null },
  ...{ secret: 'sealed', formerSecret: null, formerSecretUntil: null, createdAt: START },
  ...{ lastSuccessAt: null, lastFailureAt: START, failingSince: START, warnedAt: null },
};

test('the shop is warned of a subscription that fails, and then it is disabled', () => {
  const warned = endFailing(WEBHOOK, onDay(4));
  expect(warned).toMatchObject({ changed: true, next: { enabled: true, warnedAt: onDay(4) } });
  expect(warned.events).toEqual([{ type: 'webhook.failing', details: { failing_since: START, disables_at: onDay(5) } }]);
  const ended = endFailing(warned.next, onDay(5));
  expect(ended).toMatchObject({ changed: true, next: { enabled: false, disabledReason: 'failing' } });
  expect(ended.events).toEqual([{ type: 'webhook.failing', details: { failing_since: START, disables_at: null } }]);
  expect([endFailing(WEBHOOK, onDay(1)), endFailing(ended.next, onDay(9))].map(({ changed }) => changed)).toEqual([false, false]);
});

test('a receiver that is gone ends its subscription at once and once', () => {
  const ended = endGone(WEBHOOK, START);
  expect(ended).toMatchObject({ changed: true, next: { enabled: false, disabledReason: 'gone' } });
  expect(endGone(ended.next, START).changed).toBe(false);
});
