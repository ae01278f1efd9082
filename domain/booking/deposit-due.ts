import type { Service, VehicleSize } from '../services/service.js';
import type { Fault } from '../shared/errors.js';
import type { ServiceId } from '../shared/id.js';
import { fractionOf, NO_MONEY, type Currency, type Money } from '../shared/money.js';
import { isTier, ofEach, serviceFault, tierFor } from './work.js';

export interface DepositItem {
  readonly serviceId: ServiceId;
  /** the price on the menu, without tax */
  readonly price: Money;
  /** never above the price */
  readonly deposit: Money;
}

export interface DepositDue {
  readonly currency: Currency;
  readonly subtotal: Money;
  readonly depositDue: Money;
  /** one for each chosen service, in the order of the choice */
  readonly items: readonly DepositItem[];
}

const MINUTES_OF_AN_HOUR = 60;
/** Percentages are stored in hundredths of a percent. */
const WHOLE = 10_000;

/**
 * The deposit that the services of a booking ask for, and their prices. A service that was chosen twice is paid twice.
 * @throws ValidationError when only add-ons were chosen, when a service has no price on the menu, when one that is priced per
 * hour has no duration, or when the vehicle's size is missing or is not on the menu
 */
export function depositDue(services: readonly Service[], vehicleSize: VehicleSize | undefined): DepositDue {
  const prices = ofEach(services, (service) => priceOf(service, vehicleSize));
  const items = services.map((service, index): DepositItem => {
    const price = prices[index] ?? NO_MONEY;
    return { serviceId: service.id, price, deposit: depositOf(service, price) };
  });
  return {
    currency: services[0]?.currency ?? '',
    subtotal: sumOf(items.map(({ price }) => price)),
    depositDue: sumOf(items.map(({ deposit }) => deposit)),
    items,
  };
}

function priceOf(service: Service, vehicleSize: VehicleSize | undefined): Money | Fault {
  const { pricingModel, basePrice } = service;
  switch (pricingModel) {
    case 'flat':
      return basePrice ?? serviceFault(service, 'has no price on the menu');
    case 'per_hour':
      return priceOfHours(service);
    case 'tiered': {
      const tier = tierFor(service, vehicleSize);
      return isTier(tier) ? tier.price : tier;
    }
    case 'per_sqft':
      return serviceFault(service, 'is priced by area, so its price is known only after a quote');
    case 'custom':
      return serviceFault(service, 'is priced by quote and has no set price');
  }
}

function priceOfHours(service: Service): Money | Fault {
  const { basePrice, durationMinutes } = service;
  if (basePrice === null) return serviceFault(service, 'has no price on the menu');
  if (durationMinutes === null) return serviceFault(service, 'is priced per hour and has no duration on the menu');
  return fractionOf(basePrice, durationMinutes, MINUTES_OF_AN_HOUR);
}

function depositOf({ depositType, depositValue }: Service, price: Money): Money {
  if (depositValue === null || depositType === 'none') return NO_MONEY;
  if (depositType === 'percent') return fractionOf(price, depositValue, WHOLE);
  return Math.min(depositValue, price) as Money; // safe: a fixed deposit is stored in minor units, as prices are
}

function sumOf(amounts: readonly Money[]): Money {
  return amounts.reduce<number>((sum, amount) => sum + amount, 0) as Money; // safe: a sum of whole numbers is one
}
