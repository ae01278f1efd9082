import {
  DEPOSIT_TYPES,
  PRICING_MODELS,
  shownDeposit,
  VEHICLE_SIZES,
  type MenuItem,
  type Service,
  type ServiceTier,
} from '../../../domain/services/service.js';
import { majorUnits, type Currency } from '../../../domain/shared/money.js';
import { NOBODY } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { Invalid } from '../../kernel/fields/field.js';
import { Amount, Decimal, Flag, Int, OneOf, Text, Uuid, writtenNumber } from '../../kernel/fields/fields.js';
import { present, type Presence } from '../../kernel/fields/presence.js';
import { Nested, NestedList } from '../../kernel/fields/view.js';

const PLAIN = /^\d{1,15}(?:\.\d{1,6})?$/;

/**
 * A field with the value of a deposit, kept as text. The deposit's type decides whether the text is an amount or a percentage.
 */
export function DepositField(presence: Presence): PropertyDecorator {
  return present({ type: 'number', minimum: 0 }, presence, (raw, context) => {
    const written = writtenNumber(raw, context);
    return PLAIN.test(written) ? written : new Invalid('must be a number that is not negative');
  });
}

export class ServiceView {
  @Uuid() id!: string;
  @Text({ example: 'Ceramic coating, 3 years' }) name!: string;
  @Text({ nullable: true }) description!: string | null;
  @Text({ nullable: true, example: 'Detailing' }) category!: string | null;
  @OneOf(PRICING_MODELS) pricing_model!: string;
  @Amount({
    nullable: true,
    description: 'Shop currency; null on `tiered` (priced by vehicle size) and `custom` (by quote).',
    example: 899.5,
  })
  base_price!: number | null;
  @Int({ nullable: true, example: 240 }) duration_minutes!: number | null;
  @Decimal({ nullable: true, example: 12 }) cure_time_hours!: number | null;
  @Flag({ description: 'True if the service is still sold.', example: true }) active!: boolean;
  @Flag({ description: 'True if the public booking page shows the service.', example: true }) bookable!: boolean;
  @Flag({ description: 'True if the service is an extra to another service.' }) addon!: boolean;
  @Flag() tax_exempt!: boolean;
  @Text({ nullable: true }) sku!: string | null;

  static of(service: MenuItem): ServiceView {
    return {
      id: service.id,
      name: service.name,
      description: service.description,
      category: service.category,
      pricing_model: service.pricingModel,
      base_price: service.basePrice === null ? null : majorUnits(service.basePrice, service.currency),
      duration_minutes: service.durationMinutes,
      cure_time_hours: service.cureTimeHours,
      active: service.active,
      bookable: service.bookable,
      addon: service.addon,
      tax_exempt: service.taxExempt,
      sku: service.sku,
    };
  }
}

/** A tier with the currency of its price. */
export interface PricedTier extends ServiceTier {
  readonly currency: Currency;
}

export function pricedTiers({ tiers, currency }: Service): PricedTier[] {
  return tiers.map((tier) => ({ ...tier, currency }));
}

export class ServiceTierView {
  @OneOf(VEHICLE_SIZES, { example: 'suv' }) vehicle_size!: string;
  @Amount({ description: 'Shop currency.', example: 249.5 }) price!: number;
  @Int({ nullable: true, example: 180 }) duration_minutes!: number | null;

  static of({ vehicleSize, price, durationMinutes, currency }: PricedTier): ServiceTierView {
    return { vehicle_size: vehicleSize, price: majorUnits(price, currency), duration_minutes: durationMinutes };
  }
}

class DepositView {
  @OneOf(DEPOSIT_TYPES) type!: string;
  @Decimal({ nullable: true, description: '`fixed`: an amount in shop currency; `percent`: of the price; null on `none`.' })
  value!: number | null;

  static of(service: Service): DepositView {
    return { type: service.depositType, value: shownDeposit(service, service.currency) };
  }
}

export class ServiceDetailView extends ServiceView {
  @NestedList(ServiceTierView, { description: 'The prices by vehicle size, the smallest size first. Empty unless `tiered`.' })
  tiers!: readonly ServiceTierView[];
  @Nested(DepositView) deposit!: DepositView;
  @Text({ nullable: true }) image_url!: string | null;

  static override of(service: Service): ServiceDetailView {
    return Object.assign(ServiceView.of(service), {
      tiers: pricedTiers(service).map((tier) => ServiceTierView.of(tier)),
      deposit: DepositView.of(service),
      image_url: service.imageUrl,
    });
  }
}

export const serviceEvents = eventKinds(ServiceDetailView, NOBODY, {
  'service.created': { says: 'An import that announces its records brought a new service.', causedBy: 'services.import' },
  'service.updated': {
    says: 'The price of a service changed, or it was shown or hidden on the booking page, or an import that announces its records changed it.',
  },
});
