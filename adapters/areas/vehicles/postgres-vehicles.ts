import { VEHICLES, Vehicles, VinKnown, type VehicleFilter } from '../../../application/areas/vehicles/vehicles.js';
import type { Announced } from '../../../application/kernel/events/announcer.js';
import type { ChangedRows, ChangesAsked } from '../../../application/kernel/operation/changes-page.js';
import type { Position } from '../../../application/kernel/operation/page.js';
import type { ShopId, VehicleId } from '../../../domain/shared/id.js';
import type { Vehicle, Vin } from '../../../domain/vehicles/vehicle.js';
import type { Database } from '../../storage/database.js';
import { violatedUnique } from '../../storage/violated-unique.js';
import { ChangePages } from '../../storage/lists/change-pages.js';
import { given, KeysetPages, narrowed, type ListCondition } from '../../storage/lists/keyset-pages.js';
import type { FoundBy } from '../../storage/lists/found-first.js';
import { metadataSql } from '../../storage/lists/metadata-sql.js';
import { ExternalIds } from '../../storage/records/external-ids.js';
import { RecordStore } from '../../storage/records/record-store.js';
import { VEHICLE_KIND } from './vehicle.entity.js';

export class PostgresVehicles extends Vehicles {
  private readonly store: RecordStore<Vehicle>;
  private readonly externalIds: ExternalIds<Vehicle>;
  private readonly pages: KeysetPages<Vehicle>;
  private readonly changePages: ChangePages<Vehicle>;

  constructor(database: Database) {
    super();
    this.externalIds = new ExternalIds(database, VEHICLE_KIND, VEHICLES);
    this.store = new RecordStore(database, VEHICLE_KIND, (...given) => this.named(...given));
    this.pages = new KeysetPages(database, VEHICLE_KIND, 'vehicles.list');
    this.changePages = new ChangePages(database, VEHICLE_KIND);
  }

  override list(shop: ShopId, filter: VehicleFilter, limit: number, after: Position | null): Promise<Vehicle[]> {
    return this.pages.list(shop, conditionsOf(filter), limit, after, { ids: filter.ids, foundBy: foundBy(filter) });
  }

  override changes(shop: ShopId, filter: VehicleFilter, asked: ChangesAsked): Promise<ChangedRows<Vehicle>> {
    return this.changePages.list(shop, asked, conditionsOf(filter), { ids: filter.ids, foundBy: foundBy(filter) });
  }

  override find(shop: ShopId, id: VehicleId): Promise<Vehicle | null> {
    return this.store.find(shop, id);
  }

  override findByExternalId(shop: ShopId, externalId: string): Promise<Vehicle | null> {
    return this.externalIds.find(shop, externalId);
  }

  override async findByVin(shop: ShopId, vin: Vin): Promise<Vehicle | null> {
    const [vehicle] = await this.list(shop, { vin }, 1, null);
    return vehicle ?? null;
  }

  override add(shop: ShopId, decision: Announced<Vehicle>): Promise<Vehicle> {
    return this.store.create(shop, decision);
  }

  override addUnlessTaken(shop: ShopId, decision: Announced<Vehicle>): Promise<Vehicle | null> {
    return this.externalIds.addUnlessTaken(this.store, shop, decision, [], (wanted) => this.vinHolder(shop, wanted));
  }

  override change(shop: ShopId, id: VehicleId, change: (vehicle: Vehicle) => Announced<Vehicle>): Promise<Vehicle | null> {
    return this.store.change(shop, id, change);
  }

  /** Returns the error that names the vehicle with this VIN or this external id, if it is taken; otherwise the error itself. */
  private async named(shop: ShopId, wanted: Vehicle, error: unknown): Promise<unknown> {
    if (violatedUnique(error) !== 'vehicles_vin') return this.externalIds.named(shop, wanted, error);
    return (await this.vinHolder(shop, wanted)) ?? error;
  }

  private async vinHolder(shop: ShopId, { vin }: Vehicle): Promise<VinKnown | null> {
    const known = vin && (await this.findByVin(shop, vin));
    return known ? new VinKnown(known.id) : null;
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

function foundBy({ metadata }: VehicleFilter): FoundBy {
  return (parameter) => [metadataSql(metadata, parameter)];
}
