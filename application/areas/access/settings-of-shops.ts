import type { ShopSettings } from '../../../domain/access/shop-settings.js';
import type { ShopId } from '../../../domain/shared/id.js';

/** The settings of each shop. A shop that has not changed any setting has the standard settings. */
export abstract class SettingsOfShops {
  abstract find(shop: ShopId): Promise<ShopSettings>;
  /** Changes only the settings in `change`. If another call changes other settings at the same time, both changes are stored. */
  abstract change(shop: ShopId, change: Partial<ShopSettings>): Promise<ShopSettings>;
}
