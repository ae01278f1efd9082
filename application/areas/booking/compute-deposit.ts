import { depositDue, type DepositDue } from '../../../domain/booking/deposit-due.js';
import { VEHICLE_SIZES, type VehicleSize } from '../../../domain/services/service.js';
import type { ServiceId } from '../../../domain/shared/id.js';
import { OneOf } from '../../kernel/fields/fields.js';
import { IdList } from '../../kernel/fields/list-field.js';
import type { Caller } from '../../kernel/operation/caller.js';
import { operation, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Services } from '../services/services.js';
import { chosenServices, MOST_SERVICES } from './chosen-services.js';
import { DepositDueView } from './deposit-due.view.js';

class ComputeDepositInput {
  @IdList({ min: 1, max: MOST_SERVICES, listedBy: 'services.list', description: '`id`s from services.list.' })
  service_ids!: readonly ServiceId[];
  @OneOf(VEHICLE_SIZES, { optional: true, description: 'For `tiered` services.' }) vehicle_size?: VehicleSize;
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
