import type { VinDecode } from '../../domain/vehicles/decode.js';
import type { Vin } from '../../domain/vehicles/vin.js';

/** Looks up a VIN in a public register. */
export abstract class VinDecoder {
  /**
   * Returns the facts that the decoder knows. They are final, even when every field is null. Null: there is no usable answer (the
   * decoder was unreachable, slow or switched off, or its answer was wrong or empty), so ask again later. Never throws; takes a
   * few seconds at most.
   */
  abstract decode(vin: Vin): Promise<VinDecode | null>;
}
