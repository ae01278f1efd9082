import { comparablePlate } from '../../../domain/vehicles/license-plate.js';
import type { Vehicle } from '../../../domain/vehicles/vehicle.js';
import { plainKind } from '../../storage/records/record-kind.js';
import { vehicleTable } from './vehicle.table.js';

export const VEHICLE_KIND = plainKind<Vehicle>({
  table: vehicleTable,
  derived: { comparablePlate: ({ licensePlate }) => licensePlate && comparablePlate(licensePlate) },
});
