import { MOST_MINUTES, VEHICLE_SIZES, type Service, type VehicleSize } from '../../../domain/services/service.js';
import { tierPrices, updatePrice as decide, type NewPrice, type TierPrice } from '../../../domain/services/update-price.js';
import { NotFound, ValidationError } from '../../../domain/shared/errors.js';
import type { ServiceId } from '../../../domain/shared/id.js';
import type { Money } from '../../../domain/shared/money.js';
import { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import { Amount, Int, OneOf, Uuid } from '../../kernel/fields/fields.js';
import { ListOf } from '../../kernel/fields/list-field.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock } from '../../kernel/ports/ports.js';
import { ServiceDetailView, serviceEvents } from './service.view.js';
import { Services } from './services.js';

class TierPriceInput {
  @OneOf(VEHICLE_SIZES, { description: 'The size that gets this price.' }) vehicle_size!: VehicleSize;
  @Amount({ description: 'In shop currency.' }) price!: Money;
  @Int({ optional: true, min: 0, max: MOST_MINUTES, description: 'Unchanged when left out.' }) duration_minutes?: number;
}

class UpdatePriceInput {
  @Uuid({ listedBy: 'services.list' }) id!: ServiceId;
  @Amount({ optional: true, description: 'In shop currency; for `flat`, `per_sqft`, `per_hour`.', example: 899.5 })
  base_price?: Money;
  @ListOf(TierPriceInput, {
    optional: true,
    min: 1,
    max: VEHICLE_SIZES.length,
    description: 'For `tiered`: the sizes to change, each once. Others stay.',
  })
  tiers?: TierPriceInput[];
}

class UpdatePrice implements UseCase<UpdatePriceInput, Service> {
  constructor(
    private readonly services: Services,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  async execute({ shop }: Caller, { id, ...given }: UpdatePriceInput, cause: Cause): Promise<Service> {
    const price = thePrice(given);
    const service = await this.services.change(shop.id, id, (before) =>
      this.announcer.announce(serviceEvents, before, decide(before, price, this.clock.now()), cause),
    );
    if (!service) throw new NotFound('service');
    return service;
  }
}

/** The words of a message that say which of the two prices fits a service. */
const WHICH = 'base_price where its pricing_model is flat, per_sqft or per_hour, tiers where it is tiered; services.get shows it';

function thePrice({ base_price: basePrice, tiers }: Omit<UpdatePriceInput, 'id'>): NewPrice {
  if (basePrice !== undefined && tiers !== undefined)
    throw new ValidationError('tiers', `give base_price or tiers, not both: ${WHICH}`);
  if (tiers !== undefined) return tierPrices(tiers.map(tierPrice));
  if (basePrice === undefined) throw new ValidationError('body', `give base_price or tiers: ${WHICH}`);
  return { kind: 'base_price', basePrice };
}

function tierPrice({ vehicle_size: vehicleSize, price, duration_minutes: durationMinutes }: TierPriceInput): TierPrice {
  return { vehicleSize, price, durationMinutes };
}

export const updatePrice = operation(UpdatePrice, {
  name: 'services.update_price',
  summary: 'Change what a service costs',
  description:
    'Sets the price of one service: `tiers` if its `pricing_model` is `tiered`, otherwise `base_price`. Nobody is contacted, ' +
    'but the live menu changes at once; existing quotes do not. A repetition changes nothing more. Refuses the one that does ' +
    'not fit, and every price of a `custom` service.',
  scope: 'full',
  capability: { permission: 'shop.manage', budget: 'write', feature: 'services' },
  input: UpdatePriceInput,
  output: one(ServiceDetailView),
  needs: [Services, Clock, Announcer],
  errors: ['not_found'],
  repeatable: true,
  destructive: true,
});
