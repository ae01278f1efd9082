import { Duplicate } from '../../../domain/shared/errors.js';
import type { CustomerId, ShopId, VehicleId } from '../../../domain/shared/id.js';
import type { Vehicle, Vin } from '../../../domain/vehicles/vehicle.js';
import type { Announced } from '../../kernel/events/announcer.js';
import type { ChangedRows, ChangesAsked } from '../../kernel/operation/changes-page.js';
import type { Narrowing, Position } from '../../kernel/operation/page.js';
import type { RecordType } from '../../transfer/import-kind.js';

export interface VehicleFilter extends Pick<Narrowing, 'ids'> {
  readonly customerId?: CustomerId;
  /** null matches no vehicle */
  readonly vin?: Vin | null;
  /** in the form that `comparablePlate` returns */
  readonly plate?: string;
}

/** Another vehicle has the VIN. */
export class VinKnown extends Error {
  constructor(readonly vehicle: VehicleId) {
    super('another vehicle has this VIN');
  }
}

/** The vehicles of a shop. No two vehicles have the same VIN. */
export abstract class Vehicles {
  /** The matching vehicles, newest first, beginning after the position `after`. */
  abstract list(shop: ShopId, filter: VehicleFilter, limit: number, after: Position | null): Promise<readonly Vehicle[]>;
  /** The matching vehicles in the order of their changes. */
  abstract changes(shop: ShopId, filter: VehicleFilter, asked: ChangesAsked): Promise<ChangedRows<Vehicle>>;
  abstract findByVin(shop: ShopId, vin: Vin): Promise<Vehicle | null>;
  /** @throws VinKnown when another vehicle has the VIN, even if two calls come at the same time */
  abstract add(shop: ShopId, decision: Announced<Vehicle>): Promise<Vehicle>;
  /**
   * Stores the result of `change` and its events; calls `change` again after a concurrent write. Null: the shop has no such
   * vehicle.
   */
  abstract change(shop: ShopId, id: VehicleId, change: (vehicle: Vehicle) => Announced<Vehicle>): Promise<Vehicle | null>;
}

export const VIN_ON_FILE = 'this VIN is already on file';

export function duplicateVehicle(vin: Vin, existing: VehicleId): Duplicate {
  return new Duplicate(VIN_ON_FILE, existing, `/vehicles?vin=${vin}`);
}

export const VEHICLES: RecordType = { name: 'vehicles', noun: 'vehicle' };
