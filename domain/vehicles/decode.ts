import { codePoints, hasLineBreak, isPrintable, normalizeText } from '../shared/text.js';
import { vehicleTypeOf } from './vehicle-type.js';

/** What a decoder knows about a VIN, in its own spelling and not yet measured. Null: it doesn't know. */
export interface VinDecode {
  readonly year: number | null;
  readonly make: string | null;
  readonly model: string | null;
  readonly trim: string | null;
  /** As vPIC names it: `Sedan/Saloon`. */
  readonly bodyClass: string | null;
}

/** What a VIN tells about a vehicle. Null: neither supplied nor decoded. */
export interface VehicleFacts {
  readonly year: number | null;
  readonly make: string | null;
  readonly model: string | null;
  readonly trim: string | null;
  /** Free text where it was supplied. Null is shown as `other`, and stays null so that a late decode can fill it. */
  readonly vehicleType: string | null;
}

const FIRST_YEAR = 1885;
const LAST_YEAR = 2100;
const NAME_CODE_POINTS = 80;

/**
 * Fills what is missing; what is there always wins. The same at creation and later on the stored vehicle, so that a
 * decode which comes late never overwrites anything, and may come twice.
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

/** A decoder's values keep the limits of the API's own input: one that doesn't is as good as unknown. */
function acceptableYear(year: number | null): number | null {
  return year !== null && Number.isInteger(year) && year >= FIRST_YEAR && year <= LAST_YEAR ? year : null;
}

function acceptableName(text: string | null): string | null {
  if (text === null) return null;
  const name = normalizeText(text.replaceAll('\t', ' '));
  const acceptable = name !== '' && isPrintable(name) && !hasLineBreak(name) && codePoints(name) <= NAME_CODE_POINTS;
  return acceptable ? name : null;
}
