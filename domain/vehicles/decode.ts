import { codePoints, hasLineBreak, isPrintable, normalizeText } from '../shared/text.js';
import { vehicleTypeOf } from './vehicle-type.js';

/** The facts that a decoder knows about a VIN, in the decoder's spelling. No limits have been checked. Null: unknown. */
export interface VinDecode {
  readonly year: number | null;
  readonly make: string | null;
  readonly model: string | null;
  readonly trim: string | null;
  /** The name of the body class in vPIC, such as `Sedan/Saloon`. */
  readonly bodyClass: string | null;
}

/** The facts about a vehicle that a VIN can tell. Null: neither supplied nor decoded. */
export interface VehicleFacts {
  readonly year: number | null;
  readonly make: string | null;
  readonly model: string | null;
  readonly trim: string | null;
  /** Any text that a client supplied, or a decoded type. Null is shown as `other`; a late decode can still fill it. */
  readonly vehicleType: string | null;
}

const FIRST_YEAR = 1885;
const LAST_YEAR = 2100;
const NAME_CODE_POINTS = 80;

/**
 * Returns the facts about a vehicle, with missing facts filled from a decode. A known fact is never overwritten, so a decode may
 * come after the vehicle was stored, and may come twice.
 */
export function mergeDecode(supplied: VehicleFacts, decode: VinDecode): VehicleFacts {
  return {
    year: supplied.year ?? acceptableYear(decode.year),
    make: supplied.make ?? acceptableName(decode.make),
    model: supplied.model ?? acceptableName(decode.model),
    trim: supplied.trim ?? acceptableName(decode.trim),
    vehicleType: supplied.vehicleType ?? (decode.bodyClass === null ? null : vehicleTypeOf(decode.bodyClass)),
  };
}

/** Year, make, model and trim as one text, `2003 HONDA Accord EX-V6`; null when none is known. */
export function labelOf({ year, make, model, trim }: Omit<VehicleFacts, 'vehicleType'>): string | null {
  return [year, make, model, trim].filter((part) => part !== null).join(' ') || null;
}

/** The decoder's year; null when it is outside of the limits of the API's own input. */
function acceptableYear(year: number | null): number | null {
  return year !== null && Number.isInteger(year) && year >= FIRST_YEAR && year <= LAST_YEAR ? year : null;
}

function acceptableName(text: string | null): string | null {
  if (text === null) return null;
  const name = normalizeText(text.replaceAll('\t', ' '));
  const acceptable = name !== '' && isPrintable(name) && !hasLineBreak(name) && codePoints(name) <= NAME_CODE_POINTS;
  return acceptable ? name : null;
}
