import type { MetadataChange } from '../../../domain/shared/annotated.js';
import { defined } from '../../../domain/shared/defined.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { ShopId, VehicleId } from '../../../domain/shared/id.js';
import { correctVehicle, type Vehicle, type VehicleChange, type Vin, type VinDecode } from '../../../domain/vehicles/vehicle.js';
import { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import { ExternalIdField, MetadataField } from '../../kernel/fields/annotation-fields.js';
import { Int, PathId, Text } from '../../kernel/fields/fields.js';
import { operation, patch, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock } from '../../kernel/ports/ports.js';
import { vehicleEvents, VehicleView } from './vehicle.view.js';
import { refuseKnownVin, refusingDuplicateVin, Vehicles } from './vehicles.js';
import { VinDecoder } from './vin-decoder.js';
import { VinField } from './vin-field.js';

const clearable = { change: true, nullable: true, description: 'Null clears the value.' } as const;

class UpdateVehicleInput {
  @PathId() id!: VehicleId;
  @VinField({ change: true }) vin?: Vin;
  @Int({ min: 1885, max: 2100, ...clearable }) year?: number | null;
  @Text({ max: 80, ...clearable }) make?: string | null;
  @Text({ max: 80, ...clearable }) model?: string | null;
  @Text({ max: 80, ...clearable }) trim?: string | null;
  @Text({ max: 40, ...clearable }) color?: string | null;
  @Text({ max: 20, ...clearable }) license_plate?: string | null;
  @Int({ min: 0, max: 9_999_999, ...clearable }) mileage?: number | null;
  @Text({ max: 40, change: true, description: 'The body category.' }) vehicle_type?: string;
  @ExternalIdField({ change: true }) external_id?: string | null;
  @MetadataField({ change: true }) metadata?: MetadataChange;
}

class UpdateVehicle implements UseCase<UpdateVehicleInput, Vehicle> {
  constructor(
    private readonly vehicles: Vehicles,
    private readonly decoder: VinDecoder,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  async execute({ shop }: Caller, { id, ...input }: UpdateVehicleInput, cause: Cause): Promise<Vehicle> {
    const { license_plate: licensePlate, vehicle_type: vehicleType, external_id: externalId, ...rest } = input;
    const change: VehicleChange = { ...rest, ...defined({ licensePlate, vehicleType, externalId }) };
    const decode = input.vin ? await this.decodeFor(shop.id, id, input.vin) : null;
    const changed = this.vehicles.change(shop.id, id, (before) => {
      const decision = correctVehicle(before, change, decode, this.clock.now());
      return this.announcer.announce(vehicleEvents, before, decision, cause);
    });
    const vehicle = await refusingDuplicateVin(input.vin ?? null, changed);
    if (!vehicle) throw new NotFound('vehicle');
    return vehicle;
  }

  /** The decoder is asked only if the vehicle can get the VIN. */
  private async decodeFor(shop: ShopId, id: VehicleId, vin: Vin): Promise<VinDecode | null> {
    const vehicle = await this.vehicles.find(shop, id);
    if (vehicle?.vin !== null) return null;
    await refuseKnownVin(this.vehicles, shop, vin);
    return this.decoder.decode(vin);
  }
}

export const updateVehicle = operation(UpdateVehicle, {
  name: 'vehicles.update',
  summary: 'Correct a vehicle',
  description:
    'Changes at least one field. A VIN can be added to a vehicle that has none. It is decoded as that of a new vehicle, and ' +
    'fills what is not known. The vehicle must keep a VIN, a make or a model.',
  scope: 'full',
  route: patch('/vehicles/:id'),
  input: UpdateVehicleInput,
  output: one(VehicleView),
  needs: [Vehicles, VinDecoder, Clock, Announcer],
  callsOutward: true,
  errors: ['not_found', 'conflict'],
  atLeastOne: true,
});
