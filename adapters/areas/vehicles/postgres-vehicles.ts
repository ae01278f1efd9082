import { Vehicles, VinKnown, type VehicleFilter } from '../../../application/areas/vehicles/vehicles.js';
import type { Announced } from '../../../application/kernel/events/announcer.js';
import type { ChangedRows, ChangesAsked } from '../../../application/kernel/operation/changes-page.js';
import type { Position } from '../../../application/kernel/operation/page.js';
import type { ShopId, VehicleId } from '../../../domain/shared/id.js';
import type { Vehicle, Vin } from '../../../domain/vehicles/vehicle.js';
import { violatedUnique, type Database } from '../../storage/database.js';
import { ChangePages } from '../../storage/lists/change-pages.js';
import { given, KeysetPages, narrowed, type ListCondition } from '../../storage/lists/keyset-pages.js';
import { RecordStore } from '../../storage/records/record-store.js';
import { VEHICLE_KIND } from './vehicle.entity.js';

export class PostgresVehicles extends Vehicles {
  private readonly store: RecordStore<Vehicle>;
  private readonly pages: KeysetPages<Vehicle>;
  private readonly changePages: ChangePages<Vehicle>;

  constructor(database: Database) {
    super();
    this.store = new RecordStore(database, VEHICLE_KIND);
    this.pages = new KeysetPages(database, VEHICLE_KIND, 'vehicles.list');
    this.changePages = new ChangePages(database, VEHICLE_KIND);
  }

  override list(shop: ShopId, filter: VehicleFilter, limit: number, after: Position | null): Promise<Vehicle[]> {
    return this.pages.list(shop, conditionsOf(filter), limit, after);
  }

  override changes(shop: ShopId, filter: VehicleFilter, asked: ChangesAsked): Promise<ChangedRows<Vehicle>> {
    return this.changePages.list(shop, asked, conditionsOf(filter));
  }

  override async findByVin(shop: ShopId, vin: Vin): Promise<Vehicle | null> {
    const [vehicle] = await this.list(shop, { vin }, 1, null);
    return vehicle ?? null;
  }

  override async add(shop: ShopId, decision: Announced<Vehicle>): Promise<Vehicle> {
    try {
      return await this.store.create(shop, decision);
    } catch (error) {
      throw violatedUnique(error) === 'vehicles_vin' ? await this.named(shop, decision.next.vin, error) : error;
    }
  }

  override change(shop: ShopId, id: VehicleId, change: (vehicle: Vehicle) => Announced<Vehicle>): Promise<Vehicle | null> {
    return this.store.change(shop, id, change);
  }

  private async named(shop: ShopId, vin: Vin | null, error: unknown): Promise<unknown> {
    const known = vin && (await this.findByVin(shop, vin));
    return known ? new VinKnown(known.id) : error;
  }
}

function conditionsOf(filter: VehicleFilter): ListCondition[] {
  return [
    ...given('t.customer_id = ?', filter.customerId),
    ...given('t.vin = ?', filter.vin),
    ...given('t.comparable_plate = ?', filter.plate),
    ...narrowed(filter),
  ];
}
