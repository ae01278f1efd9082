import { VEHICLES } from '../../../application/areas/vehicles/vehicles.js';
import type { Customer } from '../../../domain/customers/customer.js';
import type { Vehicle } from '../../../domain/vehicles/vehicle.js';
import type { DemoRecords } from '../demo-part.js';
import type { PartContext } from '../random/part-context.js';
import { filled } from '../random/pattern.js';
import { demoSerials, type Serials } from '../random/serials.js';
import { FIRST_YEAR, LAST_YEAR, vinOf } from '../random/vins.js';
import { demoCustomers } from './customers.js';
import { oldestFirst } from './rows.js';

const COLORS = ['White', 'Black', 'Silver', 'Grey', 'Blue', 'Red', 'Green', 'Orange', 'Pearl White', 'Burgundy'] as const;
const PLANTS = 'ABCDEFGHKLMNPRSTUW';

export const demoVehicles: DemoRecords<Vehicle> = {
  name: 'vehicles',
  record: VEHICLES,
  per: 'block',
  make: (context, made) => vehiclesOf(context, made.of(demoCustomers), made.of(demoSerials)),
};

/** Most customers have one vehicle, some none, some several. */
function vehiclesOf(context: PartContext, customers: readonly Customer[], serials: Serials): Vehicle[] {
  const vehicles = customers.flatMap((customer) => {
    const count = context.random.weighted([
      [0, 10],
      [1, 58],
      [2, 22],
      [3, 7],
      [4, 3],
    ] as const);
    return Array.from({ length: count }, () => vehicleOf(context, customer, serials.next('vehicle')));
  });
  return oldestFirst(vehicles);
}

function vehicleOf(context: PartContext, { id: customerId, createdAt: since }: Customer, serial: number): Vehicle {
  const { random } = context;
  const { make, model, trims, type, vin } = random.pick(context.shop.models);
  const thisYear = Math.min(LAST_YEAR, Number(context.now.slice(0, 4)));
  const year = random.integer(FIRST_YEAR, thisYear);
  const createdAt = random.chance(0.7) ? context.soonAfter(since, 0.02) : context.soonAfter(since, 200);
  return {
    id: context.id<'Vehicle'>(createdAt),
    customerId,
    year: random.chance(0.97) ? year : null,
    make,
    model,
    trim: random.chance(0.8) ? random.pick(trims) : null,
    color: random.chance(0.9) ? random.pick(COLORS) : null,
    vin: random.chance(0.85) ? vinOf(vin, year, random.pick(PLANTS), serial) : null,
    licensePlate: random.chance(0.88) ? filled(context.shop.plates, random) : null,
    mileage: random.chance(0.75) ? (thisYear - year) * 15_000 + random.integer(20, 18_000) : null,
    vehicleType: type,
    decodePending: false,
    createdAt,
  };
}
