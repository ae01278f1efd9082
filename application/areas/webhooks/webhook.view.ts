import { DISABLED_REASONS, type Webhook } from '../../../domain/webhooks/webhook.js';
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
