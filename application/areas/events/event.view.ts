import { CauseView } from '../../kernel/events/cause.js';
import type { EventType } from '../../kernel/events/event-types.js';
import { DateTime, Int, Text, Uuid } from '../../kernel/fields/fields.js';
import { Document, Nested } from '../../kernel/fields/view.js';
import type { NumberedEvent } from './event-feed.js';

/** An event in the feed, as in a delivery. */
export class FeedEventView {
  @Int({
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    description: 'The place in the feed. A later event has a higher number.',
    example: 1042,
  })
  number!: number;
  @Uuid() id!: string;
  @Text({ description: 'The kind, as `GET /event-types` lists them.', example: 'lead.created' }) type!: string;
  @DateTime({ description: 'The time when the record changed.' }) created_at!: string;
  @Uuid() shop_id!: string;
  @Document({ description: 'The record as REST answered it then, with the details of the kind: see `webhooks`.' }) data!: object;
  @Nested(CauseView) cause!: CauseView;

  static of({ number, id, type, createdAt, shop, data, cause }: NumberedEvent): FeedEventView {
    return { number, id, type, created_at: createdAt, shop_id: shop, data, cause };
  }
}

export class FeedMeta {
  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    description: 'The `after` of the next page, also if this page is empty.',
    example: 1042,
  })
  next_after!: number;

  static of(next: number): FeedMeta {
    return { next_after: next };
  }
}

export class EventTypeView {
  @Text({ description: 'The name of the kind, such as a subscription names it.', example: 'lead.created' }) type!: string;
  @Text({ description: 'When such an event happens.', example: 'A lead was created.' }) description!: string;
  @Document({ description: 'The JSON Schema (2020-12) of a delivery.' }) schema!: object;
  @Document({ description: 'A delivery that fits the schema.' }) sample!: object;

  static of({ type, description, schema, sample }: EventType): EventTypeView {
    return { type, description, schema, sample };
  }
}

export class EventTypesMeta {
  @Int({ min: 0, description: 'The number of kinds.', example: 1 }) total!: number;

  static of(total: number): EventTypesMeta {
    return { total };
  }
}
