import type { ShopSettings } from '../../domain/access/shop-settings.js';
import type { ShopId } from '../../domain/shared/id.js';

/** How each shop works; a shop that has set nothing has the standard. */
export abstract class SettingsOfShops {
  abstract find(shop: ShopId): Promise<ShopSettings>;
  /** What `change` does not name stays, also what somebody else sets at the same time. */
  abstract change(shop: ShopId, change: Partial<ShopSettings>): Promise<ShopSettings>;
}
