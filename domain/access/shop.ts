import type { ShopId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import type { Country } from '../shared/phone.js';

/** The status of a shop, as the API reports it. A shop that is suspended and has a lapsed plan is `suspended`. */
export const SHOP_STATUSES = ['active', 'lapsed', 'suspended'] as const;
export type ShopStatus = (typeof SHOP_STATUSES)[number];

/** Features that can be switched off for a shop. A new shop has all of them. */
export const FEATURES = ['scheduling', 'services', 'reviews', 'booking'] as const;
export type Feature = (typeof FEATURES)[number];

export interface Shop {
  readonly id: ShopId;
  readonly name: string;
  /** the IANA name of the shop's time zone */
  readonly timezone: string;
  readonly country: Country;
  /** the ISO 4217 code of the shop's currency */
  readonly currency: string;
  readonly suspended: boolean;
  readonly planLapsed: boolean;
  readonly features: Readonly<Record<Feature, boolean>>;
  readonly createdAt: Instant;
}

export const ALL_FEATURES: Shop['features'] = { scheduling: true, services: true, reviews: true, booking: true };

export function statusOf(shop: Pick<Shop, 'suspended' | 'planLapsed'>): ShopStatus {
  if (shop.suspended) return 'suspended';
  return shop.planLapsed ? 'lapsed' : 'active';
}
