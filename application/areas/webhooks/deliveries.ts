import type { DeliveryId, EventId, ShopId, WebhookId } from '../../../domain/shared/id.js';
import type { Delivery, DeliveryStatus } from '../../../domain/webhooks/delivery.js';
import type { Announcement } from '../../kernel/events/announcer.js';
import type { Position } from '../../kernel/operation/page.js';

/** The state of an event: `erased` when it was about a person whose data were erased, `gone` when it was deleted for its age. */
export type EventState = 'kept' | 'erased' | 'gone';

/** The log of deliveries: one for each try. */
export abstract class Deliveries {
  /** Newest first. */
  abstract search(
    shop: ShopId,
    webhook: WebhookId,
    statuses: readonly DeliveryStatus[],
    limit: number,
    after: Position | null,
  ): Promise<Delivery[]>;
  abstract find(shop: ShopId, webhook: WebhookId, id: DeliveryId): Promise<Delivery | null>;
  abstract eventState(shop: ShopId, event: EventId): Promise<EventState>;
  /**
   * Stores a delivery that waits, and the announcements, together.
   * @returns false: nothing is stored, because the webhook is switched off or was deleted
   */
  abstract add(shop: ShopId, delivery: Delivery, announcements: readonly Announcement[]): Promise<boolean>;
}
