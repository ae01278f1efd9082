import type { Feature, Shop, ShopSettings } from '../../../domain/access/shop.js';
import type { ShopId } from '../../../domain/shared/id.js';

/** The fields of a shop that an operator may change. An absent field is not changed. */
export interface ShopChange {
  readonly suspended?: boolean;
  readonly planLapsed?: boolean;
  readonly name?: string;
  readonly timezone?: string;
  readonly features?: Readonly<Partial<Record<Feature, boolean>>>;
}

export interface ChangedShop {
  readonly before: Shop;
  readonly shop: Shop;
}

export abstract class Shops {
  abstract find(id: ShopId): Promise<Shop | null>;
  abstract list(): Promise<readonly Shop[]>;
  abstract add(shop: Shop): Promise<void>;
  /** Changes a shop. Other changes of the shop wait until the unit of work ends. Null: there is no such shop. */
  abstract change(id: ShopId, change: ShopChange): Promise<ChangedShop | null>;
}

/** The settings of each shop. A shop that has not changed any setting has the standard settings. */
export abstract class SettingsOfShops {
  abstract find(shop: ShopId): Promise<ShopSettings>;
  /** Changes only the settings in `change`. If another call changes other settings at the same time, both changes are stored. */
  abstract change(shop: ShopId, change: Partial<ShopSettings>): Promise<ShopSettings>;
  /** The shops that text through this messaging service, at most two. */
  abstract usersOf(messagingService: string): Promise<readonly ShopId[]>;
}
