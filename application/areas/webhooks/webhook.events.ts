import { NOBODY } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { DateTime } from '../../kernel/fields/fields.js';
import { WebhookView } from './webhook.view.js';

class Failing {
  @DateTime({ nullable: true, description: 'The first failure since the last success.' }) failing_since!: string | null;
  @DateTime({ nullable: true, description: 'Further failures after this time disable it; null: it is disabled now.' })
  disables_at!: string | null;
}

export const webhookEvents = eventKinds(WebhookView, NOBODY, {
  ping: { says: 'Somebody tests a webhook. Only the webhook that is tested gets this event.', withoutPrevious: true },
  'webhook.failing': {
    causedBy: null,
    says: 'A webhook will be switched off because its deliveries fail, or was switched off.',
    details: Failing,
  },
});
