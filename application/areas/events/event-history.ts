import type { EventKind } from '../../../domain/shared/events.js';
import type { EventId, ShopId } from '../../../domain/shared/id.js';

/** The change of a field that an event tells of. */
export interface ToldChange {
  readonly event: EventId;
  readonly type: EventKind;
  /** the id of the record that the event is about */
  readonly record: string;
  /** the field as the API names it */
  readonly field: string;
}

/** The events that are kept, also those that have no number yet and are not in the feed. */
export abstract class EventHistory {
  /** Tells whether a later event of the same kind says that the field of this record has changed again. */
  abstract hasChangedSince(shop: ShopId, change: ToldChange): Promise<boolean>;
}
