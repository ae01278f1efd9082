import type { VinDecode } from '../../domain/vehicles/decode.js';
import type { Vin } from '../../domain/vehicles/vin.js';

/** Looks up a VIN in a public register. */
export abstract class VinDecoder {
  /**
   * The facts that the decoder knows. They are final, also when every field is null. Null: the decoder gave no usable answer
   * (unreachable, slow, wrong or empty answer, switched off); ask again later. Never throws; takes a few seconds at most.
   */
  abstract decode(vin: Vin): Promise<VinDecode | null>;
}
