import type { VinDecode } from '../../../domain/vehicles/decode.js';
import { instant, json, table } from '../../storage/tables/table.js';

/** The answers of the VIN decoder. All shops share them, because the meaning of a VIN does not depend on the shop. */
export const vinDecodeTable = table<{ vin: string; decode: VinDecode; decodedAt: string }>('vin_decodes', {
  vin: { type: 'text', primary: true },
  decode: json(),
  decodedAt: instant('decoded_at'),
});
