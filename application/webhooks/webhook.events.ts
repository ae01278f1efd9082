import { eventKinds } from '../events/event-kinds.js';
import { WebhookView } from './webhook.view.js';

export const webhookEvents = eventKinds(WebhookView, {
  ping: { says: 'Somebody tests a webhook. Only the webhook that is tested gets this event.', withoutPrevious: true },
});
