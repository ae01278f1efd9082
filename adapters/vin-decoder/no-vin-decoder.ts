import { VinDecoder } from '../../application/vehicles/vin-decoder.js';
import type { VinDecode } from '../../domain/vehicles/decode.js';

const NOTHING: VinDecode = { year: null, make: null, model: null, trim: null, bodyClass: null };

/** Decoding switched off (`VIN_DECODER_URL=off`): nobody is asked, now or later; vehicles carry what was supplied. */
export class NoVinDecoder extends VinDecoder {
  override decode(): Promise<VinDecode> {
    return Promise.resolve(NOTHING);
  }
}
