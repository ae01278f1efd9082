import { area } from '../../kernel/area.js';
import { Announcer } from '../../kernel/events/announcer.js';
import { Clock, Log } from '../../kernel/ports/ports.js';
import { provide } from '../../kernel/provide.js';
import { CompleteVehicle } from './complete-vehicle.js';
import { createVehicle } from './create-vehicle.js';
import { listVehicles } from './list-vehicles.js';
import { putVehicle } from './put-vehicle.js';
import { readVehicle } from './read-vehicle.js';
import { updateVehicle } from './update-vehicle.js';
import { vehicleKind } from './vehicle.import.js';
import { vehicleEvents } from './vehicle.view.js';
import { Vehicles } from './vehicles.js';
import { VinDecoder } from './vin-decoder.js';

export const vehiclesArea = area({
  name: 'vehicles',
  about: 'The vehicles of customers. Missing data is filled in from the VIN.',
  operations: [listVehicles, createVehicle, readVehicle, updateVehicle, putVehicle],
  importKinds: [vehicleKind],
  events: [vehicleEvents],
  eventWorks: [provide(CompleteVehicle, CompleteVehicle, [Vehicles, VinDecoder, Announcer, Clock, Log])],
});
