import { VEHICLES } from '../../../application/areas/vehicles/records.js';
import { Vehicles } from '../../../application/areas/vehicles/vehicles.js';
import { provide } from '../../../application/kernel/provide.js';
import { Database } from '../../storage/database.js';
import { DAY_MS } from '../../storage/retention/kept-rows.js';
import { storage } from '../../storage/storage.js';
import { stored } from '../../storage/transfer/stored-kinds.js';
import { PostgresVehicles } from './postgres-vehicles.js';
import { vinDecodeErasure, vehicleErasure } from './vehicle.erasure.js';
import { VEHICLE_KIND } from './vehicle.kind.js';
import { vehicleTable } from './vehicle.table.js';
import { vinDecodeTable } from './vin-decode.table.js';

export const vehiclesStorage = storage({
  tables: [vehicleTable, vinDecodeTable],
  kinds: [stored(VEHICLES, VEHICLE_KIND)],
  kept: [{ table: vinDecodeTable, since: 'decodedAt', keptMs: 60 * DAY_MS }],
  erases: [vinDecodeErasure, vehicleErasure],
  provides: [provide(Vehicles, PostgresVehicles, [Database])],
});
