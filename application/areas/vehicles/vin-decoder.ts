import type { Vin, VinDecode } from '../../../domain/vehicles/vehicle.js';

/** Looks up a VIN in a public register. */
export abstract class VinDecoder {
  /**
   * Returns the facts that the decoder knows. They are final, even when every field is null, as in the answer of a decoder that
   * is switched off. Null: there is no usable answer, because the decoder was unreachable or slow or its answer was malformed;
   * ask again later. Waits for the decoder for a few seconds at most.
   * @throws Unavailable when the database that remembers the answers fails
   */
  abstract decode(vin: Vin): Promise<VinDecode | null>;
}
