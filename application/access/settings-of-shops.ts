import type { ShopSettings } from '../../domain/access/shop-settings.js';
import type { ShopId } from '../../domain/shared/id.js';

/** The settings of each shop. A shop that has not changed any setting has the standard settings. */
export abstract class SettingsOfShops {
  abstract find(shop: ShopId): Promise<ShopSettings>;
  /** Changes settings. Settings that are not in `change` are kept, also when another call sets them at the same time. */
  abstract change(shop: ShopId, change: Partial<ShopSettings>): Promise<ShopSettings>;
}
