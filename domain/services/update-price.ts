import { ValidationError } from '../shared/errors.js';
import { changed, unchanged, type Decision } from '../shared/events.js';
import type { Instant } from '../shared/instant.js';
import type { Money } from '../shared/money.js';
import { bySize, requireOnePerSize, type Service, type ServiceTier, type VehicleSize } from './service.js';

export interface TierPrice {
  readonly vehicleSize: VehicleSize;
  readonly price: Money;
  /** absent: not changed */
  readonly durationMinutes?: number | undefined;
}

/** One price for all vehicles, or prices for some sizes of vehicle. */
export type NewPrice =
  { readonly kind: 'base_price'; readonly basePrice: Money } | { readonly kind: 'tiers'; readonly tiers: readonly TierPrice[] };

/** Prices for some sizes of vehicle. @throws ValidationError when a size has two prices */
export function tierPrices(tiers: readonly TierPrice[]): NewPrice {
  requireOnePerSize(tiers);
  return { kind: 'tiers', tiers };
}

/** Changes the price of a service. @throws ValidationError when the service's pricing model does not allow this kind of price */
export function updatePrice(service: Service, price: NewPrice, now: Instant): Decision<Service, 'service.updated'> {
  requireFitting(service, price);
  const next: Service =
    price.kind === 'base_price'
      ? { ...service, basePrice: price.basePrice }
      : { ...service, tiers: changedTiers(service.tiers, price.tiers) };
  const same = next.basePrice === service.basePrice && sameTiers(next.tiers, service.tiers);
  return same ? unchanged(service) : changed(next, now, [{ type: 'service.updated' }]);
}

function requireFitting({ pricingModel }: Service, { kind }: NewPrice): void {
  if (pricingModel === 'custom') throw new ValidationError(kind, 'a custom service is priced by quote and has no set price');
  const fitting = pricingModel === 'tiered' ? 'tiers' : 'base_price';
  if (kind !== fitting) throw new ValidationError(kind, `this service is priced ${pricingModel}: give ${fitting}`);
}

/** The new tiers, smallest size first. A size without a new price keeps its tier. A duration that is not given is kept. */
function changedTiers(before: readonly ServiceTier[], prices: readonly TierPrice[]): ServiceTier[] {
  const named = prices.map(({ vehicleSize, price, durationMinutes }): ServiceTier => {
    const known = before.find((tier) => tier.vehicleSize === vehicleSize);
    return { vehicleSize, price, durationMinutes: durationMinutes ?? known?.durationMinutes ?? null };
  });
  const others = before.filter(({ vehicleSize }) => named.every((tier) => tier.vehicleSize !== vehicleSize));
  return bySize([...others, ...named]);
}

function sameTiers(one: readonly ServiceTier[], other: readonly ServiceTier[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ vehicleSize, price, durationMinutes }, index) => {
      const tier = other[index];
      return tier?.vehicleSize === vehicleSize && tier.price === price && tier.durationMinutes === durationMinutes;
    })
  );
}
