import { annotatedBy, type MetadataChange } from '../../../domain/shared/annotated.js';
import { defined } from '../../../domain/shared/defined.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import { openVehicle, requireKnowable, type NewVehicle, type Vehicle, type Vin } from '../../../domain/vehicles/vehicle.js';
import { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import { ExternalIdField, MetadataField } from '../../kernel/fields/annotation-fields.js';
import { Int, Text, Uuid } from '../../kernel/fields/fields.js';
import { operation, post, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock, Ids } from '../../kernel/ports/ports.js';
import { Customers } from '../customers/customers.js';
import { vehicleEvents, VehicleView } from './vehicle.view.js';
import { refuseKnownVin, refusingDuplicateVin, Vehicles } from './vehicles.js';
import { VinDecoder } from './vin-decoder.js';
import { VinField } from './vin-field.js';

class CreateVehicleInput {
  @Uuid({ description: 'A customer of this shop.' }) customer_id!: CustomerId;
  @VinField() vin?: Vin;
  @Int({ min: 1885, max: 2100, optional: true }) year?: number;
  @Text({ max: 80, optional: true }) make?: string;
  @Text({ max: 80, optional: true }) model?: string;
  @Text({ max: 80, optional: true }) trim?: string;
  @Text({ max: 40, optional: true }) color?: string;
  @Text({ max: 20, optional: true }) license_plate?: string;
  @Int({ min: 0, max: 9_999_999, optional: true }) mileage?: number;
  @Text({ max: 40, optional: true, description: 'The body category. Default: the one that the VIN decode gives.' })
  vehicle_type?: string;
  @ExternalIdField() external_id?: string;
  @MetadataField() metadata?: MetadataChange;
}

class CreateVehicle implements UseCase<CreateVehicleInput, Vehicle> {
  constructor(
    private readonly vehicles: Vehicles,
    private readonly customers: Customers,
    private readonly decoder: VinDecoder,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  async execute({ shop }: Caller, input: CreateVehicleInput, cause: Cause): Promise<Vehicle> {
    const supplied = suppliedBy(input);
    requireKnowable(supplied);
    if (!(await this.customers.find(shop.id, input.customer_id))) throw new NotFound('customer');
    if (input.vin) await refuseKnownVin(this.vehicles, shop.id, input.vin);
    const decode = input.vin ? await this.decoder.decode(input.vin) : null;
    const decision = openVehicle({ id: this.ids.next(), ...supplied }, decode, this.clock.now());
    const announced = this.announcer.announce(vehicleEvents, null, decision, cause);
    return refusingDuplicateVin(supplied.vin, this.vehicles.add(shop.id, announced));
  }
}

export function suppliedBy(input: CreateVehicleInput): Omit<NewVehicle, 'id'> {
  return {
    customerId: input.customer_id,
    vin: input.vin ?? null,
    year: input.year ?? null,
    make: input.make ?? null,
    model: input.model ?? null,
    trim: input.trim ?? null,
    color: input.color ?? null,
    licensePlate: input.license_plate ?? null,
    mileage: input.mileage ?? null,
    vehicleType: input.vehicle_type ?? null,
    ...annotatedBy(defined({ externalId: input.external_id, metadata: input.metadata })),
  };
}

export const createVehicle = operation(CreateVehicle, {
  name: 'vehicles.create',
  summary: 'Create a vehicle',
  description:
    'Adds a vehicle to a customer. A VIN is decoded to fill year, make, model, trim and body category. Supplied values ' +
    'override decoded ones. If the decoder cannot be reached, the vehicle is stored with its VIN and completed later.',
  scope: 'full',
  route: post('/vehicles', { status: 201, location: '/vehicles/:id' }),
  input: CreateVehicleInput,
  output: one(VehicleView),
  needs: [Vehicles, Customers, VinDecoder, Ids, Clock, Announcer],
  callsOutward: true,
  errors: ['not_found', 'conflict'],
});
