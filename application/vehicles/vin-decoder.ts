import type { VinDecode } from '../../domain/vehicles/decode.js';
import type { Vin } from '../../domain/vehicles/vin.js';

/** Looks a VIN up in a public register. */
export abstract class VinDecoder {
  /**
   * What the decoder knows: final, also when every field is null. Null: it could not be asked (unreachable, slow,
   * wrong or empty answer, switched off); ask again later. Never throws; takes a few seconds at worst.
   */
  abstract decode(vin: Vin): Promise<VinDecode | null>;
}
