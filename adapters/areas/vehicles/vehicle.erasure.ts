import { emptied, erasing, rowsIn } from '../../storage/erasure/eraser.js';
import { vehicleTable } from './vehicle.table.js';
import { vinDecodeTable } from './vin-decode.table.js';

/** A plate and a VIN name the owner of a vehicle. What kind of vehicle it is says nothing about a person. */
export const vehicleErasure = emptied({
  table: vehicleTable,
  after: [vinDecodeTable],
  about: ({ customer }, parameter) => `t.customer_id = ${parameter(customer)}`,
  to: {
    vin: 'null',
    licensePlate: 'null',
    comparablePlate: 'null',
    color: 'null',
    decodePending: 'false',
    externalId: 'null',
  },
});

const DELETE = `delete from vin_decodes d using vehicles t
  where t.shop_id = $1 and t.customer_id = $2 and d.vin = t.vin`;

/** It runs before the vehicles are emptied, because they say which VINs are the person's. */
export const vinDecodeErasure = erasing(vinDecodeTable, async ({ client, person }) =>
  rowsIn(await client.query(DELETE, [person.shop, person.customer])),
);
