import { ValidationError } from '../../../domain/shared/errors.js';
import type { JsonSchema } from '../fields/json-schema.js';

/** A kind of event, as programs that receive it need to know it. */
export interface EventType {
  readonly type: string;
  /** a sentence for people */
  readonly description: string;
  /** the schema of the body of a delivery; it refers to nothing outside of itself */
  readonly schema: JsonSchema;
  /** a body that fits the schema */
  readonly sample: object;
}

/**
 * The kinds of events that subscribers and readers of the feed get. Operations need this port, because the catalogue is made from
 * the areas, and so from the operations.
 */
export abstract class EventTypes {
  /** the names of the kinds, in the order of the catalogue */
  abstract readonly kinds: readonly string[];
  abstract described(): readonly EventType[];
}

/** Checks a filter by kind. @throws ValidationError when there is no such kind, or it is internal */
export function requireKind({ kinds }: EventTypes, type: string | undefined): void {
  if (type !== undefined && !kinds.includes(type)) throw new ValidationError('type', `must be one of ${kinds.join(', ')}`);
}
