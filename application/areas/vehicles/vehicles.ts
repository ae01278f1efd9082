import { Duplicate } from '../../../domain/shared/errors.js';
import type { CustomerId, ShopId, VehicleId } from '../../../domain/shared/id.js';
import type { Vehicle, Vin } from '../../../domain/vehicles/vehicle.js';
import type { Announced } from '../../kernel/events/announcer.js';
import type { ChangedRows, ChangesAsked } from '../../kernel/operation/changes-page.js';
import type { AnnotationFilter, Narrowing, Position } from '../../kernel/operation/page.js';
import type { RecordType } from '../../transfer/import-kind.js';

export interface VehicleFilter extends Pick<Narrowing, 'ids'>, AnnotationFilter {
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
  abstract find(shop: ShopId, id: VehicleId): Promise<Vehicle | null>;
  abstract findByExternalId(shop: ShopId, externalId: string): Promise<Vehicle | null>;
  abstract findByVin(shop: ShopId, vin: Vin): Promise<Vehicle | null>;
  /** @throws VinKnown when another vehicle has the VIN, Duplicate when one has the external id, even if two calls come at the same time */
  abstract add(shop: ShopId, decision: Announced<Vehicle>): Promise<Vehicle>;
  /** Null: another call has made a vehicle with its external id meanwhile. An open unit of work goes on. Otherwise like `add`. */
  abstract addUnlessTaken(shop: ShopId, decision: Announced<Vehicle>): Promise<Vehicle | null>;
  /**
   * Stores the result of `change` and its events; calls `change` again after a concurrent write. Null: the shop has no such
   * vehicle.
   * @throws VinKnown, Duplicate in the same cases as `add`
   */
  abstract change(shop: ShopId, id: VehicleId, change: (vehicle: Vehicle) => Announced<Vehicle>): Promise<Vehicle | null>;
}

export const VIN_ON_FILE = 'this VIN is already on file';

function duplicateVehicle(vin: Vin, existing: VehicleId): Duplicate {
  return new Duplicate(VIN_ON_FILE, existing, `/vehicles?vin=${vin}`);
}

/** Waits for a vehicle to be stored. @throws Duplicate when another vehicle has the VIN */
export async function refusingDuplicateVin<T>(vin: Vin | null, stored: Promise<T>): Promise<T> {
  try {
    return await stored;
  } catch (error) {
    throw error instanceof VinKnown && vin !== null ? duplicateVehicle(vin, error.vehicle) : error;
  }
}

/**
 * Refuses a VIN that another vehicle has, before the decoder is called. Only the store guarantees that no two vehicles share a
 * VIN.
 */
export async function refuseKnownVin(vehicles: Vehicles, shop: ShopId, vin: Vin): Promise<void> {
  const known = await vehicles.findByVin(shop, vin);
  if (known) throw duplicateVehicle(vin, known.id);
}

export const VEHICLES: RecordType = { name: 'vehicles', noun: 'vehicle' };
