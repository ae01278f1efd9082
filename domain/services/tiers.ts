import { ValidationError } from '../shared/errors.js';
import { VEHICLE_SIZES, type Service, type ServiceTier } from './service.js';

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
