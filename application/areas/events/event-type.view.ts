import type { EventType } from '../../kernel/events/event-types.js';
import { Int, Text } from '../../kernel/fields/fields.js';
import { Document } from '../../kernel/fields/view.js';

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
