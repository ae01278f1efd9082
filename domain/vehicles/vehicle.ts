import { ValidationError } from '../shared/errors.js';
import { changed, unchanged, type Decision } from '../shared/events.js';
import type { CustomerId, VehicleId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import { mergeDecode, type VehicleFacts, type VinDecode } from './decode.js';
import type { Vin } from './vin.js';

export interface Vehicle extends VehicleFacts {
  readonly id: VehicleId;
  readonly customerId: CustomerId;
  readonly color: string | null;
  readonly vin: Vin | null;
  /** the plate as it was recorded; `comparablePlate` gives the form in which plates are compared */
  readonly licensePlate: string | null;
  readonly mileage: number | null;
  /** true: the decoder gave no usable answer when the vehicle was stored, so it is asked again in the background */
  readonly decodePending: boolean;
  readonly createdAt: Instant;
}

export type NewVehicle = Omit<Vehicle, 'createdAt' | 'decodePending'>;

/** @throws ValidationError when the vehicle has no VIN, make or model */
export function requireKnowable({ vin, make, model }: Record<'vin' | 'make' | 'model', string | null>): void {
  if (!vin && !make && !model) throw new ValidationError('vin', 'a VIN, or at least a make or a model, is required');
}

type NewVehicleKind = 'vehicle.created' | 'vehicle.decode_missed';

/** Makes a new vehicle. @param decode the decoder's answer; null: the decoder gave no usable answer, or was not asked */
export function openVehicle(given: NewVehicle, decode: VinDecode | null, now: Instant): Decision<Vehicle, NewVehicleKind> {
  const decodePending = given.vin !== null && decode === null;
  const facts = decode ? mergeDecode(given, decode) : given;
  return changed({ ...given, ...facts, decodePending, createdAt: now }, now, [
    { type: 'vehicle.created' },
    ...(decodePending ? [{ type: 'vehicle.decode_missed' } as const] : []),
  ]);
}

/** Applies a late decode to the facts that are still missing. If the decode comes twice, the second one changes nothing. */
export function completeVehicle(vehicle: Vehicle, decode: VinDecode, now: Instant): Decision<Vehicle, 'vehicle.updated'> {
  if (!vehicle.decodePending) return unchanged(vehicle);
  return changed({ ...vehicle, ...mergeDecode(vehicle, decode), decodePending: false }, now, [{ type: 'vehicle.updated' }]);
}
