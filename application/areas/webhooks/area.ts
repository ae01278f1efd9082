import { area } from '../../kernel/area.js';
import { Announcer } from '../../kernel/events/announcer.js';
import { EventTypes } from '../../kernel/events/event-types.js';
import { OutboundHttp } from '../../kernel/ports/outbound-http.js';
import { Clock, Ids, Log, Sealer, UnitOfWork } from '../../kernel/ports/ports.js';
import { WebhookSigner } from '../../kernel/ports/webhook-signer.js';
import { provide } from '../../kernel/provide.js';
import { EmailNotices } from '../staff/email-notices.js';
import { Staff } from '../staff/staff.js';
import { createWebhook } from './create-webhook.js';
import { deleteWebhook } from './delete-webhook.js';
import { Deliveries, DeliveryBell, DueDeliveries } from './deliveries.js';
import { CleanUpWebhook, EndSubscription } from './end-subscription.js';
import { listDeliveries } from './list-deliveries.js';
import { listWebhooks } from './list-webhooks.js';
import { readWebhook } from './read-webhook.js';
import { Redelivery, redeliverEvent } from './redeliver-event.js';
import { rotateWebhookSecret } from './rotate-webhook-secret.js';
import { SettleTries } from './settle-tries.js';
import { NotifyOwners } from './notify-owners.js';
import { testWebhook } from './test-webhook.js';
import { TryDelivery } from './try-delivery.js';
import { updateWebhook, WebhookChanges } from './update-webhook.js';
import { WebhookRules } from './webhook-rules.js';
import { SecretSource, WebhookSecrets } from './webhook-secrets.js';
import { webhookEvents } from './webhook.view.js';
import { Webhooks } from './webhooks.js';

export const webhooksArea = area({
  name: 'webhooks',
  about: 'Subscriptions to the shop’s events, and the log of their deliveries.',
  operations: [
    listWebhooks,
    createWebhook,
    readWebhook,
    updateWebhook,
    deleteWebhook,
    rotateWebhookSecret,
    testWebhook,
    listDeliveries,
    redeliverEvent,
  ],
  events: [webhookEvents],
  shared: [
    provide(WebhookRules, WebhookRules, [OutboundHttp, EventTypes]),
    provide(WebhookSecrets, WebhookSecrets, [SecretSource, Sealer]),
    provide(WebhookChanges, WebhookChanges, [Webhooks, Clock]),
    provide(Redelivery, Redelivery, [Webhooks, Deliveries, Ids, Clock]),
    provide(DeliveryBell, DeliveryBell, []),
    provide(TryDelivery, TryDelivery, [OutboundHttp, WebhookSigner, Sealer, Clock, Log]),
    provide(EndSubscription, EndSubscription, [DueDeliveries, Announcer, Clock, Log]),
    provide(SettleTries, SettleTries, [DueDeliveries, EndSubscription, UnitOfWork, Ids, Clock, Log]),
  ],
  eventWorks: [provide(NotifyOwners, NotifyOwners, [Staff, EmailNotices])],
  works: [provide(CleanUpWebhook, CleanUpWebhook, [Webhooks])],
});
