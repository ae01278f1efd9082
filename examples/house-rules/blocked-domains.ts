import type { ShopId } from 'shop-operations-api/domain/shared/id.js';

/** The mail domains from which a shop wants no leads and no customers. */
export abstract class BlockedDomains {
  abstract has(shop: ShopId, domain: string): Promise<boolean>;
}
