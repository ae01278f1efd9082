import { shownDeposit } from '../../../domain/services/deposit.js';
import { DEPOSIT_TYPES, VEHICLE_SIZES, type Service, type ServiceTier } from '../../../domain/services/service.js';
import { majorUnits, type Currency } from '../../../domain/shared/money.js';
import { Amount, Decimal, Int, OneOf, Text } from '../../kernel/fields/fields.js';
import { Nested, NestedList } from '../../kernel/fields/view.js';
import { ServiceView } from './service.view.js';

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
