import { DELIVERY_STATUSES, type Delivery } from '../../../domain/webhooks/delivery.js';
import { DateTime, Int, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';

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
