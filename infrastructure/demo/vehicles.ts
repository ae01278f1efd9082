import type { Customer } from '../../domain/customers/customer.js';
import { comparablePlate } from '../../domain/vehicles/license-plate.js';
import type { Vehicle } from '../../domain/vehicles/vehicle.js';
import type { Random } from './random.js';
import { oldestFirst } from './rows.js';
import type { Scene } from './scene.js';
import { VEHICLE_MODELS } from './vehicle-models.js';
import { FIRST_YEAR, LAST_YEAR, vinOf } from './vins.js';

export type VehicleRow = Vehicle & { readonly comparablePlate: string | null };

const COLORS = ['White', 'Black', 'Silver', 'Grey', 'Blue', 'Red', 'Green', 'Orange', 'Pearl White', 'Burgundy'] as const;
const PLANTS = 'ABCDEFGHKLMNPRSTUW';
const PLATE_LETTERS = 'ABCDEFHJKLMNPRSTVWXYZ';

/** About 2,000: most customers have one, some none, some several. */
export function demoVehicles(scene: Scene, customers: readonly Customer[]): VehicleRow[] {
  let serial = 100_000;
  const vehicles = customers.flatMap((customer) => {
    const count = scene.random.weighted([[0, 10], [1, 58], [2, 22], [3, 7], [4, 3]] as const);
    return Array.from({ length: count }, () => {
      serial += scene.random.integer(1, 400);
      return vehicleOf(scene, customer, serial);
    });
  });
  return oldestFirst(vehicles);
}

function vehicleOf(scene: Scene, { id: customerId, createdAt: since }: Customer, serial: number): VehicleRow {
  const { random } = scene;
  const { make, model, trims, type, vin } = random.pick(VEHICLE_MODELS);
  const thisYear = Math.min(LAST_YEAR, Number(scene.now.slice(0, 4)));
  const year = random.integer(FIRST_YEAR, thisYear);
  const createdAt = random.chance(0.7) ? scene.soonAfter(since, 0.02) : scene.soonAfter(since, 200);
  const licensePlate = random.chance(0.88) ? plateOf(random) : null;
  return {
    id: scene.id<'Vehicle'>(createdAt),
    customerId,
    year: random.chance(0.97) ? year : null,
    make,
    model,
    trim: random.chance(0.8) ? random.pick(trims) : null,
    color: random.chance(0.9) ? random.pick(COLORS) : null,
    vin: random.chance(0.85) ? vinOf(vin, year, random.pick(PLANTS), serial) : null,
    licensePlate,
    comparablePlate: licensePlate === null ? null : comparablePlate(licensePlate),
    mileage: random.chance(0.75) ? (thisYear - year) * 15_000 + random.integer(20, 18_000) : null,
    vehicleType: type,
    decodePending: false,
    createdAt,
  };
}

function plateOf(random: Random): string {
  const letters = Array.from({ length: 4 }, () => random.pick(PLATE_LETTERS)).join('');
  return `${letters} ${String(random.integer(0, 999)).padStart(3, '0')}`;
}
