import { Conflict, ValidationError } from '../shared/errors.js';
import { changed, unchanged, type Decision } from '../shared/events.js';
import type { ServiceId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import { majorUnits, parseMoney, type Currency, type Money } from '../shared/money.js';
import { normalizeText } from '../shared/text.js';

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

/** The key by which categories are compared. Names that differ only in case have the same key and are one category. */
export function categoryKey(category: string): string {
  return normalizeText(category).toLowerCase();
}

/** A percentage from 0 to 100 with at most two decimals. */
const PERCENT = /^(?:100(?:\.0{1,2})?|\d{1,2}(?:\.\d{1,2})?)$/;

/**
 * Reads a deposit and returns it as a service stores it: in minor units, or in hundredths of a percent.
 * @param text an amount in major units, or a percentage, in plain decimal notation
 * @returns null when the text is not valid for the type
 */
export function parseDeposit(type: DepositType, text: string, currency: Currency): number | null {
  if (type === 'fixed') return parseMoney(text, currency);
  return type === 'percent' && PERCENT.test(text) ? Math.round(Number(text) * 100) : null;
}

/** A stored deposit as the API shows it: an amount in major units, or a percentage; null: the service asks for no deposit. */
export function shownDeposit(
  { depositType: type, depositValue: value }: Pick<Service, 'depositType' | 'depositValue'>,
  currency: Currency,
): number | null {
  if (value === null || type === 'none') return null;
  return type === 'percent' ? value / 100 : majorUnits(value as Money, currency); // a fixed deposit is stored in minor units
}

/** The tiers ordered by vehicle size, smallest first. */
export function bySize<Tier extends Pick<ServiceTier, 'vehicleSize'>>(tiers: readonly Tier[]): Tier[] {
  return [...tiers].sort((one, other) => VEHICLE_SIZES.indexOf(one.vehicleSize) - VEHICLE_SIZES.indexOf(other.vehicleSize));
}

/** @throws ValidationError when a size has two prices */
export function requireOnePerSize(tiers: readonly Pick<ServiceTier, 'vehicleSize'>[]): void {
  const sizes = tiers.map(({ vehicleSize }) => vehicleSize);
  const twice = sizes.find((size, index) => sizes.indexOf(size) !== index);
  if (twice !== undefined) throw new ValidationError('tiers', `${twice} is given twice`);
}

/** @throws ValidationError when a service has prices that its pricing model does not allow */
export function requirePrices({ pricingModel, basePrice, tiers }: Pick<Service, 'pricingModel' | 'basePrice' | 'tiers'>): void {
  if (pricingModel !== 'tiered' && tiers.length > 0)
    throw new ValidationError('tiers', `a ${pricingModel} service cannot have prices by vehicle size`);
  if (basePrice === null) return;
  if (pricingModel === 'tiered') throw new ValidationError('base_price', 'a tiered service is priced by vehicle size');
  if (pricingModel === 'custom')
    throw new ValidationError('base_price', 'a custom service is priced by quote and has no set price');
}

/**
 * Shows a service on the public booking page, or removes it from the page.
 * @throws Conflict when a service to be shown is no longer sold
 */
export function setOnline(service: Service, bookable: boolean, now: Instant): Decision<Service, 'service.updated'> {
  if (bookable && !service.active) throw new Conflict('this service is no longer sold: an inactive service cannot be bookable');
  if (service.bookable === bookable) return unchanged(service);
  return changed({ ...service, bookable }, now, [{ type: 'service.updated' }]);
}

export const IMPORTED_SERVICE = { made: { type: 'service.created' }, edited: { type: 'service.updated' } } as const;
