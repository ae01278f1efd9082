import type { MessageId, ShopId } from '../../../domain/shared/id.js';

/** The addresses to which the text provider reports about texts. */
export abstract class StatusCallbacks {
  /** Null: this deployment has no public address, so that no provider can call it. */
  abstract of(shop: ShopId, message: MessageId): string | null;
}
