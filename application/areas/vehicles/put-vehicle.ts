import type { MetadataChange } from '../../../domain/shared/annotated.js';
import { defined } from '../../../domain/shared/defined.js';
import { NotFound, ValidationError } from '../../../domain/shared/errors.js';
import type { CustomerId, ShopId } from '../../../domain/shared/id.js';
import {
  correctVehicle,
  openVehicle,
  requireKnowable,
  type Vehicle,
  type VehicleChange,
  type Vin,
} from '../../../domain/vehicles/vehicle.js';
import { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import { MetadataField, PathExternalId } from '../../kernel/fields/annotation-fields.js';
import { Int, Text, Uuid } from '../../kernel/fields/fields.js';
import { changeOrMake } from '../../kernel/operation/external-ids.js';
import { operation, put, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { madeOf, type Made } from '../../kernel/operation/output.js';
import { Clock, Ids } from '../../kernel/ports/ports.js';
import { Customers } from '../customers/customers.js';
import { suppliedBy } from './create-vehicle.js';
import { vehicleEvents, VehicleView } from './vehicle.view.js';
import { refuseKnownVin, refusingDuplicateVin, Vehicles, VinKnown } from './vehicles.js';
import { VinDecoder } from './vin-decoder.js';
import { VinField } from './vin-field.js';
import { updateVehicle } from './update-vehicle.js';

class PutVehicleInput {
  @PathExternalId() external_id!: string;
  @Uuid({
    optional: true,
    description: 'A customer of this shop. Required for a new vehicle.',
    example: '0199a3c4-b6c4-7586-8387-5e34487ca3c1',
  })
  customer_id?: CustomerId;
  @VinField() vin?: Vin;
  @Int({ min: 1885, max: 2100, optional: true }) year?: number;
  @Text({ max: 80, optional: true }) make?: string;
  @Text({ max: 80, optional: true }) model?: string;
  @Text({ max: 80, optional: true }) trim?: string;
  @Text({ max: 40, optional: true }) color?: string;
  @Text({ max: 20, optional: true }) license_plate?: string;
  @Int({ min: 0, max: 9_999_999, optional: true }) mileage?: number;
  @Text({ max: 40, optional: true, description: 'The body category. A new vehicle: the one of the VIN decode if left out.' })
  vehicle_type?: string;
  @MetadataField({ change: true }) metadata?: MetadataChange;
}

class PutVehicle implements UseCase<PutVehicleInput, Made<Vehicle>> {
  constructor(
    private readonly vehicles: Vehicles,
    private readonly customers: Customers,
    private readonly decoder: VinDecoder,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  execute({ shop }: Caller, input: PutVehicleInput, cause: Cause): Promise<Made<Vehicle>> {
    const made = changeOrMake({
      find: () => this.vehicles.findByExternalId(shop.id, input.external_id),
      change: (found) => this.change(shop.id, found, input, cause),
      make: () => this.make(shop.id, input, cause),
    });
    return refusingDuplicateVin(input.vin ?? null, made);
  }

  private async change(shop: ShopId, { id, vin: known }: Vehicle, input: PutVehicleInput, cause: Cause): Promise<Vehicle | null> {
    const { vin } = input;
    if (input.customer_id !== undefined) await this.requireCustomer(shop, input.customer_id);
    const isIdentified = vin !== undefined && known === null;
    if (isIdentified) await refuseKnownVin(this.vehicles, shop, vin);
    const decode = isIdentified ? await this.decoder.decode(vin) : null;
    return this.vehicles.change(shop, id, (before) => {
      const decision = correctVehicle(before, changeOf(input), decode, this.clock.now());
      return this.announcer.announce(vehicleEvents, before, decision, cause);
    });
  }

  private async make(shop: ShopId, { customer_id, ...others }: PutVehicleInput, cause: Cause): Promise<Vehicle | null> {
    if (customer_id === undefined) throw new ValidationError('customer_id', 'a new vehicle needs a customer_id');
    const supplied = suppliedBy({ customer_id, ...others });
    requireKnowable(supplied);
    await this.requireCustomer(shop, customer_id);
    const { vin, externalId } = supplied;
    const known = vin && (await this.vehicles.findByVin(shop, vin));
    if (known?.externalId === externalId) return null;
    if (known) throw new VinKnown(known.id);
    const decode = vin && (await this.decoder.decode(vin));
    const decision = openVehicle({ id: this.ids.next(), ...supplied }, decode, this.clock.now());
    return this.vehicles.addUnlessTaken(shop, this.announcer.announce(vehicleEvents, null, decision, cause));
  }

  private async requireCustomer(shop: ShopId, id: CustomerId): Promise<void> {
    if (!(await this.customers.find(shop, id))) throw new NotFound('customer');
  }
}

function changeOf(input: PutVehicleInput): VehicleChange {
  const { external_id: _, customer_id: customerId, license_plate: licensePlate, vehicle_type: vehicleType, ...rest } = input;
  return { ...rest, ...defined({ customerId, licensePlate, vehicleType }) };
}

export const putVehicle = operation(PutVehicle, {
  name: 'vehicles.put',
  summary: 'Create or change a vehicle by your own id',
  description:
    'Changes the given fields of the vehicle with this external id, or creates a vehicle that has it. Calls that come at the same ' +
    'time create one vehicle. A VIN is decoded as that of a new vehicle. If one field is refused, nothing changes.',
  scope: 'full',
  route: put('/vehicles/by-external-id/:external_id', { location: '/vehicles/:id' }),
  input: PutVehicleInput,
  beside: updateVehicle,
  output: madeOf(VehicleView),
  needs: [Vehicles, Customers, VinDecoder, Ids, Clock, Announcer],
  callsOutward: true,
  errors: ['not_found', 'conflict'],
});
