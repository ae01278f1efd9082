import { randomUUID } from 'node:crypto';
import { comparablePlate } from '../../../domain/vehicles/vehicle.js';
import { created } from '../builders/records.js';
import type { TestedArea } from '../tested-area.js';

declare module '../records.js' {
  interface ShopRecords {
    readonly vehicle: string;
    readonly vin: string;
  }
}

const PLATES = ['ckwp 482', 'CKWP 482', 'CKWP-482', null];
let vins = 0;

/** Returns a VIN that no earlier call in this process has returned. */
export function freshVin(): string {
  vins += 1;
  return `1HGCM82633A${String(vins).padStart(6, '0')}`;
}

export const vehicles: TestedArea = {
  samples: {
    'vehicles.list': ({ customer, vin }) => ({
      input: { customer_id: customer, vin, limit: 10, external_id: 'crm-1042', metadata: { plan: 'gold' } },
      references: { customer_id: [customer, 'matches nothing'] },
    }),
    'vehicles.create': ({ customer }) => ({
      input: {
        customer_id: customer,
        vin: freshVin(),
        year: 2020,
        make: 'Honda',
        model: 'Civic',
        trim: 'EX',
        color: 'red',
        license_plate: 'CKWP 482',
        mileage: 1000,
        vehicle_type: 'sedan',
        external_id: randomUUID(),
        metadata: { plan: 'gold' },
      },
      references: { customer_id: [customer, 404] },
    }),
    'vehicles.put': ({ customer }) => ({
      input: {
        ...{ customer_id: customer, vin: freshVin(), year: 2020, make: 'Honda', model: 'Civic', trim: 'EX', color: 'red' },
        ...{ license_plate: 'CKWP 482', mileage: 1000, vehicle_type: 'sedan', metadata: { plan: 'gold' } },
      },
      path: { external_id: randomUUID() },
      references: { customer_id: [customer, 404] },
    }),
    'vehicles.read': ({ vehicle }) => ({ input: {}, path: { id: vehicle }, references: { id: [vehicle, 404] } }),
    'vehicles.update': ({ vehicle, vin }) => ({
      input: {
        vin,
        year: 2021,
        make: 'Honda',
        model: 'Civic',
        trim: 'Sport',
        color: 'blue',
        license_plate: 'CKWP 483',
        mileage: 900,
        vehicle_type: 'hatchback',
        external_id: `crm-${vehicle}`,
        metadata: { plan: 'gold', old: null },
      },
      path: { id: vehicle },
      references: { id: [vehicle, 404] },
    }),
  },
  cursorLists: [
    {
      table: 'vehicles',
      path: '/vehicles',
      columns: ({ pick }, owner) => {
        const plate = PLATES[pick] ?? null;
        return {
          customer_id: owner,
          license_plate: plate,
          comparable_plate: plate && comparablePlate(plate),
          decode_pending: false,
          version: 1,
        };
      },
      filters: [
        [() => '', () => true],
        [(owner) => `customer_id=${owner}`, () => true],
        [() => 'license_plate=Ckwp+482', ({ pick }) => pick < 2],
        [(owner) => `license_plate=ckwp-482&customer_id=${owner}`, ({ pick }) => pick === 2],
        [() => 'vin=1HGCM82633A004352', () => false],
      ],
    },
  ],
  events: {
    'vehicle.created': { by: 'vehicles.create', previous: false },
    'vehicle.updated': { by: 'vehicles.update', previous: true },
  },
  store: async (_service, { full }, { customer }) => {
    const vin = freshVin();
    return { vin, vehicle: (await created(full, '/vehicles', { customer_id: customer, vin })).id };
  },
};
