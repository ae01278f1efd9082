import { DELIVERY_STATUSES, type Delivery } from '../../../domain/webhooks/delivery.js';
import { DISABLED_REASONS, type Webhook } from '../../../domain/webhooks/webhook.js';
import { NOBODY } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { DateTime, Flag, Int, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { TextList } from '../../kernel/fields/view.js';
import type { WebhookWithSecret } from './webhook-secrets.js';

export class WebhookView {
  @Uuid() id!: string;
  @Text({ example: 'https://hooks.example.com/shop' }) url!: string;
  @TextList({ nullable: true, description: 'The kinds that are delivered; null: all, also those that are added later.' })
  events!: readonly string[] | null;
  @Text({ nullable: true, example: 'Accounting' }) description!: string | null;
  @Flag({ example: true, description: 'False: nothing is delivered.' }) enabled!: boolean;
  @OneOf(DISABLED_REASONS, {
    nullable: true,
    description:
      '`failing`: no success for days; `gone`: the receiver answered 410; null: it is on, or a person switched it off.',
  })
  disabled_reason!: string | null;
  @DateTime() created_at!: string;
  @DateTime({ nullable: true, description: 'Exact to a second.' }) last_success_at!: string | null;
  @DateTime({ nullable: true }) last_failure_at!: string | null;

  static of(webhook: Webhook): WebhookView {
    return shown(webhook);
  }
}

/** The answer to the two operations that make a secret. No other answer has it. */
export class WebhookWithSecretView extends WebhookView {
  @Text({
    description: 'The key that signs the deliveries (Standard Webhooks). It is shown only now.',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  })
  secret!: string;

  static override of(webhook: WebhookWithSecret): WebhookWithSecretView {
    return { ...shown(webhook), secret: webhook.plainSecret };
  }
}

export class WebhookListMeta {
  @Int({ min: 0, description: 'The number of webhooks of the shop.', example: 1 }) total!: number;

  static of(total: number): WebhookListMeta {
    return { total };
  }
}

function shown(webhook: Webhook) {
  return {
    id: webhook.id,
    url: webhook.url,
    events: webhook.events,
    description: webhook.description,
    enabled: webhook.enabled,
    disabled_reason: webhook.disabledReason,
    created_at: webhook.createdAt,
    last_success_at: webhook.lastSuccessAt,
    last_failure_at: webhook.lastFailureAt,
  };
}

export class DeliveryView {
  @Uuid() id!: string;
  @Uuid({ description: 'The `webhook-id` of the request: the same on every try.' }) event_id!: string;
  @Text({ example: 'lead.created' }) event_type!: string;
  @Int({ min: 1, description: 'Counts the tries of one ladder, from 1.' }) attempt!: number;
  @OneOf(DELIVERY_STATUSES, {
    description: '`failed`: another try follows. `exhausted`: that was the last one. `canceled`: nothing was sent.',
  })
  status!: string;
  @Int({ nullable: true, description: 'Null if no answer came.', example: 200 }) response_status!: number | null;
  @Text({ nullable: true, description: 'The beginning of the answer, at most 1 KiB.', fromOutside: true })
  response_body!: string | null;
  @Text({ nullable: true, description: 'Why there was no success.' }) error!: string | null;
  @Int({ nullable: true, min: 0 }) duration_ms!: number | null;
  @DateTime() created_at!: string;
  @DateTime({ nullable: true, description: 'The time of this try if it is pending; of the next try if it failed.' })
  next_attempt_at!: string | null;

  static of(delivery: Delivery): DeliveryView {
    return {
      id: delivery.id,
      event_id: delivery.eventId,
      event_type: delivery.eventType,
      attempt: delivery.attempt,
      status: delivery.status,
      response_status: delivery.responseStatus,
      response_body: delivery.responseBody,
      error: delivery.error,
      duration_ms: delivery.durationMs,
      created_at: delivery.createdAt,
      next_attempt_at: delivery.nextAttemptAt,
    };
  }
}

class Failing {
  @DateTime({ nullable: true, description: 'The first failure since the last success.' }) failing_since!: string | null;
  @DateTime({ nullable: true, description: 'Further failures after this time disable it; null: it is disabled now.' })
  disables_at!: string | null;
}

export const webhookEvents = eventKinds(WebhookView, NOBODY, {
  ping: {
    says: 'Somebody tests a webhook. Only the webhook that is tested gets this event.',
    withoutPrevious: true,
  },
  'webhook.failing': {
    causedBy: null,
    says: 'A webhook will be switched off because its deliveries fail, or was switched off.',
    details: Failing,
  },
});
