import { area } from '../area.js';
import { createVehicle } from './create-vehicle.js';
import { listVehicles } from './list-vehicles.js';
import { vehicleKind } from './vehicle.import.js';

export const vehiclesArea = area({
  name: 'vehicles',
  about: 'Customers’ vehicles, completed from their VIN.',
  operations: [
    listVehicles,
    createVehicle,
  ],
  importKinds: [vehicleKind],
});
