import type { ServiceId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import type { Currency, Money } from '../shared/money.js';

export const PRICING_MODELS = ['flat', 'per_sqft', 'per_hour', 'tiered', 'custom'] as const;
export type PricingModel = (typeof PRICING_MODELS)[number];

export const VEHICLE_SIZES = ['compact', 'sedan', 'suv', 'truck', 'van', 'oversize'] as const;
export type VehicleSize = (typeof VEHICLE_SIZES)[number];

export const DEPOSIT_TYPES = ['none', 'fixed', 'percent'] as const;
export type DepositType = (typeof DEPOSIT_TYPES)[number];

/** The longest duration in minutes: one year. */
export const MOST_MINUTES = 525_600;

/** The price of a `tiered` service for one size of vehicle. */
export interface ServiceTier {
  readonly vehicleSize: VehicleSize;
  readonly price: Money;
  readonly durationMinutes: number | null;
}

export interface Service {
  readonly id: ServiceId;
  readonly name: string;
  readonly description: string | null;
  readonly category: string | null;
  readonly pricingModel: PricingModel;
  /** always null on `tiered` and `custom` */
  readonly basePrice: Money | null;
  readonly durationMinutes: number | null;
  readonly cureTimeHours: number | null;
  /** true: the service is still sold */
  readonly active: boolean;
  /** true: the service is shown on the public booking page */
  readonly bookable: boolean;
  /** true: the service is sold together with another service */
  readonly addon: boolean;
  readonly taxExempt: boolean;
  readonly sku: string | null;
  /** the place of the service on the menu */
  readonly position: number;
  /** by size, the smallest first; empty unless `tiered` */
  readonly tiers: readonly ServiceTier[];
  readonly depositType: DepositType;
  /** `fixed`: minor units; `percent`: hundredths of a percent; null on `none` */
  readonly depositValue: number | null;
  readonly imageUrl: string | null;
  /** the shop's currency */
  readonly currency: Currency;
  readonly createdAt: Instant;
}

/** The fields of a service that the menu does not show. */
export const BESIDE_THE_MENU = [
  'position',
  'tiers',
  'depositType',
  'depositValue',
  'imageUrl',
  'createdAt',
] as const satisfies readonly (keyof Service)[];

/** The part of a service that the menu shows. */
export type MenuItem = Omit<Service, (typeof BESIDE_THE_MENU)[number]>;
