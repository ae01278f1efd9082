import type { CallId, MessageId, ShopId } from '../../../domain/shared/id.js';
import type { Wanted } from '../../transfer/import-store.js';

/** A call or a message to which files belong. */
export interface MediaOwner<Id extends CallId | MessageId = CallId | MessageId> {
  readonly id: Id;
  readonly externalId: string | null;
}

/** The calls and messages of a shop, as far as the transfer of their files needs them. */
export abstract class MediaOwners {
  /** The calls with these ids or external ids. */
  abstract calls(shop: ShopId, wanted: Wanted): Promise<readonly MediaOwner<CallId>[]>;
  /** The messages with these ids or external ids. */
  abstract messages(shop: ShopId, wanted: Wanted): Promise<readonly MediaOwner<MessageId>[]>;
}
