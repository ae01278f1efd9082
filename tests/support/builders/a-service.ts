import { randomUUID } from 'node:crypto';
import type { Service, ServiceTier } from '../../../domain/services/service.js';
import type { ServiceId } from '../../../domain/shared/id.js';
import type { Money } from '../../../domain/shared/money.js';
import { at } from '../test-clock.js';

/** A service for 900.00, sold and bookable, without a category, with the given properties. */
export function aService(fields: Partial<Service> = {}): Service {
  return {
    id: randomUUID() as ServiceId, // safe: an id is a UUID
    name: 'Ceramic coating',
    description: null,
    category: null,
    pricingModel: 'flat',
    basePrice: money(90_000),
    durationMinutes: null,
    cureTimeHours: null,
    active: true,
    bookable: true,
    addon: false,
    taxExempt: false,
    sku: null,
    position: 1,
    tiers: [],
    depositType: 'none',
    depositValue: null,
    imageUrl: null,
    currency: 'CAD',
    createdAt: at('2026-01-01T09:00:00.000Z'),
    ...fields,
  };
}

/** A service with tiers: 200.00 for a sedan, 250.00 and 90 minutes for an SUV. */
export function aTieredService(fields: Partial<Service> = {}): Service {
  const tiers: ServiceTier[] = [
    { vehicleSize: 'sedan', price: money(20_000), durationMinutes: null },
    { vehicleSize: 'suv', price: money(25_000), durationMinutes: 90 },
  ];
  return aService({ name: 'Full interior detail', pricingModel: 'tiered', basePrice: null, tiers, ...fields });
}

export function money(minor: number): Money {
  return minor as Money; // safe: the callers give whole numbers
}
