import { normalizeVin, type Vin } from '../../../domain/vehicles/vehicle.js';

/** The tenth characters of VINs, for the model years from 2010 on. */
const YEARS = 'ABCDEFGHJKLMNPRSTVWXY';
export const FIRST_YEAR = 2010;
export const LAST_YEAR = FIRST_YEAR + YEARS.length - 1;

const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const VALUES = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ';

/**
 * Makes a VIN with a correct check digit, as every North American vehicle has.
 * @param start the first eight characters
 * @param serial up to six digits, which make the VIN unique
 */
export function vinOf(start: string, year: number, plant: string, serial: number): Vin {
  const rest = `${YEARS[year - FIRST_YEAR] ?? ''}${plant}${String(serial).padStart(6, '0')}`;
  const sum = Array.from(`${start}0${rest}`).reduce(
    (total, sign, place) => total + (VALUES.indexOf(sign) % 10) * (WEIGHTS[place] ?? 0),
    0,
  );
  const text = `${start}${sum % 11 === 10 ? 'X' : sum % 11}${rest}`;
  const vin = normalizeVin(text);
  if (vin === null) throw new Error(`${text} is no VIN`);
  return vin;
}
