import { depositDue, type DepositDue } from '../../../domain/booking/deposit-due.js';
import { VEHICLE_SIZES, type VehicleSize } from '../../../domain/services/service.js';
import type { ServiceId } from '../../../domain/shared/id.js';
import { majorUnits } from '../../../domain/shared/money.js';
import { Amount, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { IdList } from '../../kernel/fields/list-field.js';
import { NestedList } from '../../kernel/fields/view.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Services } from '../services/services.js';
import { chosenServices, MOST_SERVICES } from './chosen-services.js';

class DepositItemView {
  @Uuid() service_id!: string;
  @Amount({ description: 'As on the menu, without tax.', example: 899.5 }) price!: number;
  @Amount({ example: 179.9 }) deposit!: number;
}

export class DepositDueView {
  @Text({ example: 'CAD' }) currency!: string;
  @Amount({ description: 'The sum of the prices, without tax.', example: 899.5 }) subtotal!: number;
  @Amount({ description: 'The sum of the deposits.', example: 179.9 }) deposit_due!: number;
  @NestedList(DepositItemView, { description: 'In the order of `service_ids`.' }) items!: readonly DepositItemView[];

  static of({ currency, subtotal, depositDue, items }: DepositDue): DepositDueView {
    return {
      currency,
      subtotal: majorUnits(subtotal, currency),
      deposit_due: majorUnits(depositDue, currency),
      items: items.map(({ serviceId, price, deposit }) => ({
        service_id: serviceId,
        price: majorUnits(price, currency),
        deposit: majorUnits(deposit, currency),
      })),
    };
  }
}

class ComputeDepositInput {
  @IdList({ min: 1, max: MOST_SERVICES, listedBy: 'services.list', description: '`id`s from services.list.' })
  service_ids!: readonly ServiceId[];
  @OneOf(VEHICLE_SIZES, { optional: true, description: 'For services with a price for each size.' }) vehicle_size?: VehicleSize;
}

class ComputeDeposit implements UseCase<ComputeDepositInput, DepositDue> {
  constructor(private readonly services: Services) {}

  async execute({ shop }: Caller, { service_ids: ids, vehicle_size: size }: ComputeDepositInput): Promise<DepositDue> {
    return depositDue(await chosenServices(this.services, shop.id, ids), size);
  }
}

export const computeDeposit = operation(ComputeDeposit, {
  name: 'booking.deposit_due',
  summary: 'Compute a deposit',
  description:
    'Computes the menu prices of services, without tax, and the deposit. Nobody is contacted or charged. A repetition computes ' +
    'anew. Refuses add-ons alone and services that are inactive or have no set price.',
  scope: 'read',
  capability: { permission: 'bookings.manage', budget: 'read', feature: 'booking' },
  input: ComputeDepositInput,
  output: one(DepositDueView),
  needs: [Services],
  errors: ['not_found'],
});
