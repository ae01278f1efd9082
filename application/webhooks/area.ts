import { area } from '../area.js';
import { Sealer } from '../ports/sealer.js';
import { provide } from '../provide.js';
import { CleanUpWebhook } from './clean-up-webhook.js';
import { SecretSource, WebhookSecrets } from './webhook-secrets.js';
import { webhookEvents } from './webhook.events.js';
import { Webhooks } from './webhooks.js';

export const webhooksArea = area({
  name: 'webhooks',
  about: 'Subscriptions to the shop’s events, and the log of their deliveries.',
  events: [webhookEvents],
  shared: [provide(WebhookSecrets, WebhookSecrets, [SecretSource, Sealer])],
  works: [provide(CleanUpWebhook, CleanUpWebhook, [Webhooks])],
});
