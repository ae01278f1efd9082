import { provide } from '../../../application/provide.js';
import { VEHICLES } from '../../../application/vehicles/records.js';
import { Vehicles } from '../../../application/vehicles/vehicles.js';
import { Database } from '../connection/database.js';
import { DAY_MS } from '../kept/kept-rows.js';
import { storage } from '../storage.js';
import { stored } from '../transfer/stored-kinds.js';
import { VEHICLE_KIND } from './vehicle.kind.js';
import { vehicleTable } from './vehicle.table.js';
import { vinDecodeTable } from './vin-decode.table.js';
import { PostgresVehicles } from './postgres-vehicles.js';
import { vinDecodeErasure, vehicleErasure } from './vehicle.erasure.js';

export const vehiclesStorage = storage({
  tables: [vehicleTable, vinDecodeTable],
  kinds: [stored(VEHICLES, VEHICLE_KIND)],
  kept: [{ table: vinDecodeTable, since: 'decodedAt', keptMs: 60 * DAY_MS }],
  erases: [vinDecodeErasure, vehicleErasure],
  provides: [provide(Vehicles, PostgresVehicles, [Database])],
});
