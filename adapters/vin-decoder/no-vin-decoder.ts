import { VinDecoder } from '../../application/areas/vehicles/vin-decoder.js';
import type { VinDecode } from '../../domain/vehicles/vehicle.js';

const NOTHING: VinDecode = { year: null, make: null, model: null, trim: null, bodyClass: null };

/** The decoder for `VIN_DECODER_URL=off`: no server is ever asked, and vehicles keep the values that were supplied. */
export class NoVinDecoder extends VinDecoder {
  override decode(): Promise<VinDecode> {
    return Promise.resolve(NOTHING);
  }
}
