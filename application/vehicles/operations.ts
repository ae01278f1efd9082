import { createVehicle } from './create-vehicle.js';
import { listVehicles } from './list-vehicles.js';

export const vehicleOperations = [
  listVehicles,
  createVehicle,
];
