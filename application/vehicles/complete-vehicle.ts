import type { ShopId, VehicleId } from '../../domain/shared/id.js';
import { completeVehicle } from '../../domain/vehicles/vehicle.js';
import type { Vin } from '../../domain/vehicles/vin.js';
import type { Vehicles } from './vehicles.js';
import type { VinDecoder } from './vin-decoder.js';

export interface VehicleToComplete {
  readonly shop: ShopId;
  readonly id: VehicleId;
  readonly vin: Vin;
}

/** Background work: asks the decoder again for a vehicle that was stored without its decode. Safe to run twice. */
export class CompleteVehicle {
  constructor(
    private readonly vehicles: Vehicles,
    private readonly decoder: VinDecoder,
  ) {}

  /** False: the decoder still cannot be asked, try again later. */
  async execute({ shop, id, vin }: VehicleToComplete): Promise<boolean> {
    const decode = await this.decoder.decode(vin);
    if (!decode) return false;
    await this.vehicles.change(shop, id, (vehicle) => completeVehicle(vehicle, decode));
    return true;
  }
}
