import { VEHICLES, Vehicles } from '../../../application/areas/vehicles/vehicles.js';
import { provide } from '../../../application/kernel/provide.js';
import { DAY_MS } from '../../../domain/shared/instant.js';
import { VehicleSearch1795896900000 } from '../../migrations/1795896900000-vehicle-search.js';
import { SearchWithoutSigns1795898100000 } from '../../migrations/1795898100000-search-without-signs.js';
import { Database } from '../../storage/database.js';
import { emptied, erasing, rowsIn } from '../../storage/erasure/eraser.js';
import { storage } from '../../storage/storage.js';
import { stored } from '../../storage/transfer/stored-kinds.js';
import { PostgresVehicles } from './postgres-vehicles.js';
import { VEHICLE_KIND, vehicleTable, vinDecodeTable } from './vehicle.entity.js';

/** A plate and a VIN name the owner of a vehicle. What kind of vehicle it is says nothing about a person. */
const vehicleErasure = emptied({
  table: vehicleTable,
  after: [vinDecodeTable],
  about: ({ customer }, parameter) => `t.customer_id = ${parameter(customer)}`,
  to: {
    vin: 'null',
    licensePlate: 'null',
    comparablePlate: 'null',
    searchText: `''`,
    color: 'null',
    decodePending: 'false',
    externalId: 'null',
    metadata: `'{}'`,
  },
});

/** A change of a table without shops cannot read one of a shop, so the VINs are read first. */
const VINS = 'select t.vin from vehicles t where t.shop_id = $1 and t.customer_id = $2 and t.vin is not null';
const DELETE = 'delete from vin_decodes d where d.vin = any($1::text[])';

/** It runs before the vehicles are emptied, because they say which VINs are the person's. */
const vinDecodeErasure = erasing(vinDecodeTable, async ({ client, person }) => {
  const { rows } = await client.query<{ vin: string }>(VINS, [person.shop, person.customer]);
  return rowsIn(await client.query(DELETE, [rows.map(({ vin }) => vin)]));
});

export const vehiclesStorage = storage({
  tables: [vehicleTable, vinDecodeTable],
  migrations: [VehicleSearch1795896900000, SearchWithoutSigns1795898100000],
  kinds: [stored(VEHICLES, VEHICLE_KIND)],
  kept: [{ table: vinDecodeTable, since: 'decodedAt', keptMs: 60 * DAY_MS }],
  erases: [vinDecodeErasure, vehicleErasure],
  provides: [provide(Vehicles, PostgresVehicles, [Database])],
});
