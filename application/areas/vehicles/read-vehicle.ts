import { NotFound } from '../../../domain/shared/errors.js';
import type { VehicleId } from '../../../domain/shared/id.js';
import type { Vehicle } from '../../../domain/vehicles/vehicle.js';
import { PathId } from '../../kernel/fields/fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { VehicleView } from './vehicle.view.js';
import { Vehicles } from './vehicles.js';

class ReadVehicleInput {
  @PathId() id!: VehicleId;
}

class ReadVehicle implements UseCase<ReadVehicleInput, Vehicle> {
  constructor(private readonly vehicles: Vehicles) {}

  async execute({ shop }: Caller, { id }: ReadVehicleInput): Promise<Vehicle> {
    const vehicle = await this.vehicles.find(shop.id, id);
    if (!vehicle) throw new NotFound('vehicle');
    return vehicle;
  }
}

export const readVehicle = operation(ReadVehicle, {
  name: 'vehicles.read',
  summary: 'Read a vehicle',
  description: 'One vehicle of the shop.',
  scope: 'read',
  route: get('/vehicles/:id'),
  input: ReadVehicleInput,
  output: one(VehicleView),
  needs: [Vehicles],
  errors: ['not_found'],
});
