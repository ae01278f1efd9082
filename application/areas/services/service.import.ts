import {
  bySize,
  DEPOSIT_TYPES,
  MOST_MINUTES,
  parseDeposit,
  PRICING_MODELS,
  requireOnePerSize,
  requirePrices,
  shownDeposit,
  VEHICLE_SIZES,
  type DepositType,
  type PricingModel,
  type Service,
  type ServiceTier,
  type VehicleSize,
} from '../../../domain/services/service.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import type { ServiceId } from '../../../domain/shared/id.js';
import type { Money } from '../../../domain/shared/money.js';
import { isWebAddress } from '../../../domain/shared/web-address.js';
import { Amount, Decimal, Flag, Int, Name, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { ListOf } from '../../kernel/fields/list-field.js';
import { importKind, type RowContext } from '../../transfer/import-kind.js';
import { cell, ExternalId, ImportRow } from '../../transfer/import-row.js';
import { DepositField } from './service.view.js';
import { SERVICES } from './services.js';

class TierEntry {
  @OneOf(VEHICLE_SIZES) vehicle_size!: VehicleSize;
  @Amount() price!: Money;
  @Int({ min: 0, max: MOST_MINUTES, ...cell }) duration_minutes?: number | null;
}

class ServiceRow extends ImportRow {
  @Name({ max: 200, ...cell, description: 'Required for a new service.' }) name?: string | null;
  @Text({ max: 4000, lines: true, ...cell }) description?: string | null;
  @Text({ max: 80, ...cell }) category?: string | null;
  @OneOf(PRICING_MODELS, { ...cell, description: 'Default: `flat`.' }) pricing_model?: PricingModel | null;
  @Amount({ ...cell, description: 'In the shop’s currency. Empty for `tiered` and `custom`.' }) base_price?: Money | null;
  @Int({ min: 0, max: MOST_MINUTES, ...cell }) duration_minutes?: number | null;
  @Decimal({ max: 9999, ...cell }) cure_time_hours?: number | null;
  @Flag({ ...cell, description: 'True if the service is still sold. Default: true.' }) active?: boolean | null;
  @Flag({ ...cell, description: 'True if the public booking page shows the service.' }) bookable?: boolean | null;
  @Flag({ ...cell, description: 'True if it is an extra to another service.' }) addon?: boolean | null;
  @Flag(cell) tax_exempt?: boolean | null;
  @Text({ max: 80, ...cell }) sku?: string | null;
  @Int({ ...cell, description: 'The place on the menu. Services of equal place are sorted by name. Default: 0.' }) position?:
    number | null;
  @OneOf(DEPOSIT_TYPES, { ...cell, description: 'Default: `none`.' }) deposit_type?: DepositType | null;
  @DepositField({ ...cell, description: 'For `fixed` an amount, for `percent` a percentage of the price.' }) deposit_value?:
    string | null;
  @Text({ max: 2000, ...cell, description: 'An http or https address.' }) image_url?: string | null;
  @ListOf(TierEntry, {
    max: VEHICLE_SIZES.length,
    ...cell,
    description: 'Only in NDJSON: all prices of a `tiered` service. See service-tiers.',
  })
  tiers?: readonly TierEntry[] | null;
}

export type StoredService = Omit<Service, 'currency'>;
type Price = Pick<Service, 'pricingModel' | 'basePrice' | 'tiers'>;

export const serviceKind = importKind<ServiceRow, StoredService>({
  name: 'services',
  record: SERVICES,
  row: ServiceRow,
  resolve: {
    required: ['name'],
  },
  shown: { deposit_value: (service, { currency }) => shownDeposit(service, currency) },
  examples: [
    {
      external_id: 'X-1001',
      name: 'Ceramic coating, 3 years',
      category: 'Detailing',
      pricing_model: 'flat',
      base_price: 899.5,
      duration_minutes: 480,
      cure_time_hours: 12,
      active: true,
      bookable: true,
      position: 1,
      deposit_type: 'percent',
      deposit_value: 20,
    },
    {
      external_id: 'X-1002',
      name: 'Full interior detail',
      category: 'Detailing',
      pricing_model: 'tiered',
      active: true,
      bookable: true,
      position: 2,
      tiers: [
        { vehicle_size: 'sedan', price: 199.5, duration_minutes: 150 },
        { vehicle_size: 'suv', price: 249.5, duration_minutes: 180 },
      ],
    },
  ],
  defaults: {
    name: null,
    pricingModel: 'flat',
    active: true,
    bookable: false,
    addon: false,
    taxExempt: false,
    position: 0,
    tiers: [],
    depositType: 'none',
    depositValue: null,
  },
  write: (given, before, row, context) => {
    const next = { ...given, ...depositOf(before, row, context), tiers: tiersOf(before, row) };
    requireOnePerSize(next.tiers);
    if (context.restore) return next;
    const priced = { ...next, ...priceOf(before, next, row), bookable: bookableOf(next, row) };
    requirePrices(priced);
    if (row.image_url && !isWebAddress(row.image_url)) throw new ValidationError('image_url', 'is not an http or https address');
    return priced;
  },
});

function tiersOf(before: StoredService, { tiers }: ServiceRow): readonly ServiceTier[] {
  if (tiers === undefined) return before.tiers;
  return bySize(
    (tiers ?? []).map(({ vehicle_size: vehicleSize, price, duration_minutes: durationMinutes = null }) => ({
      vehicleSize,
      price,
      durationMinutes,
    })),
  );
}

/**
 * The prices after the row. A change of the pricing model removes the prices that the new model does not allow, unless the row
 * itself gives them.
 */
function priceOf(before: StoredService, { pricingModel, basePrice, tiers }: StoredService, row: ServiceRow): Partial<Price> {
  if (pricingModel === before.pricingModel) return {};
  const hasBase = pricingModel !== 'tiered' && pricingModel !== 'custom';
  return {
    basePrice: hasBase || row.base_price !== undefined ? basePrice : null,
    tiers: pricingModel === 'tiered' || row.tiers !== undefined ? tiers : [],
  };
}

/**
 * Tells whether the service is on the booking page after the row. A service that is no longer sold is removed from the page.
 * @throws ValidationError when the row itself makes such a service bookable
 */
function bookableOf({ active, bookable }: StoredService, row: ServiceRow): boolean {
  if (active || !bookable) return bookable;
  if (row.bookable) throw new ValidationError('bookable', 'an inactive service cannot be bookable');
  return false;
}

function depositOf(before: StoredService, row: ServiceRow, { shop }: RowContext): Pick<Service, 'depositType' | 'depositValue'> {
  const depositType = row.deposit_type === undefined ? before.depositType : (row.deposit_type ?? 'none');
  if (depositType === 'none') {
    if (row.deposit_value) throw new ValidationError('deposit_value', 'needs the deposit_type fixed or percent');
    return { depositType, depositValue: null };
  }
  if (row.deposit_value === undefined && depositType === before.depositType)
    return { depositType, depositValue: before.depositValue };
  if (!row.deposit_value) throw new ValidationError('deposit_value', 'deposit_value is required');
  const depositValue = parseDeposit(depositType, row.deposit_value, shop.currency);
  if (depositValue === null) {
    const wanted = depositType === 'percent' ? 'from 0 to 100, with at most two decimals' : `an amount in ${shop.currency}`;
    throw new ValidationError('deposit_value', `must be ${wanted}`);
  }
  return { depositType, depositValue };
}

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
