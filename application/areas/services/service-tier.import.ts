import { bySize, MOST_MINUTES, VEHICLE_SIZES, type ServiceTier, type VehicleSize } from '../../../domain/services/service.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import type { ServiceId } from '../../../domain/shared/id.js';
import type { Money } from '../../../domain/shared/money.js';
import { Amount, Int, OneOf, Uuid } from '../../kernel/fields/fields.js';
import { importKind } from '../../transfer/import-kind.js';
import { cell, ExternalId } from '../../transfer/import-row.js';
import type { StoredService } from './service.import.js';
import { SERVICES } from './services.js';

class ServiceTierRow {
  @ExternalId({ description: 'The service’s external id. Required, unless you give `service_id`.' }) service_external_id?:
    string | null;
  @Uuid({ ...cell, description: 'The service’s `id` in this service.' }) service_id?: ServiceId | null;
  @OneOf(VEHICLE_SIZES, { description: 'Required.' }) vehicle_size!: VehicleSize;
  @Amount({ ...cell, description: 'In the shop’s currency. Empty: removes the size from the menu.' }) price?: Money | null;
  @Int({ min: 0, max: MOST_MINUTES, ...cell }) duration_minutes?: number | null;
}

export const serviceTierKind = importKind<ServiceTierRow, StoredService>({
  name: 'service-tiers',
  record: SERVICES,
  row: ServiceTierRow,
  resolve: {
    partOf: { column: 'service_id', external: 'service_external_id', to: SERVICES, parts: ({ tiers }) => tiers },
  },
  examples: [
    { service_external_id: 'X-1002', vehicle_size: 'suv', price: 259.5, duration_minutes: 180 },
    { service_external_id: 'X-1002', vehicle_size: 'truck', price: 289 },
  ],
  defaults: {} as never, // no row makes a service
  write: (_, before, row) => {
    if (before.pricingModel !== 'tiered')
      throw new ValidationError('vehicle_size', `a ${before.pricingModel} service has no tiers`);
    const known = before.tiers.find(({ vehicleSize }) => vehicleSize === row.vehicle_size);
    const tier = tierOf(row, known);
    return { ...before, tiers: bySize([...before.tiers.filter((one) => one !== known), ...(tier ? [tier] : [])]) };
  },
});

/** The tier after the row. Null: the row clears the price, and so removes the tier. */
function tierOf(row: ServiceTierRow, known: ServiceTier | undefined): ServiceTier | null {
  const price = row.price === undefined ? known?.price : row.price;
  if (price === null) return null;
  if (price === undefined) throw new ValidationError('price', 'price is required');
  const durationMinutes = row.duration_minutes === undefined ? (known?.durationMinutes ?? null) : row.duration_minutes;
  return { vehicleSize: row.vehicle_size, price, durationMinutes };
}
