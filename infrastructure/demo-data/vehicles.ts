import type { Row } from './demo-shops.js';
import type { Random } from './random.js';
import type { ShopDemo } from './shop-demo.js';

/** The tenth characters of VINs, for the model years from 2010 on. */
const YEARS = 'ABCDEFGHJKLMNPRSTVWXY';
const FIRST_YEAR = 2010;
const PLANTS = 'ABCDEFGHKLMNPRSTUW';
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const VALUES = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ';

/** A model of `data/vehicle-models.ndjson`. `vin` is the first eight characters of its VINs: the manufacturer and the model. */
interface Model {
  readonly trims: readonly string[];
  readonly vin: string;
}

/** Returns the values of a new vehicle for the templates of its row. */
export function vehicleOf(demo: ShopDemo, random: Random): Row {
  const { trims, vin: start, ...model } = random.pick(demo.shop.words['models'] as readonly Model[]); // the lines of the file
  const newest = Math.min(FIRST_YEAR + YEARS.length - 1, Number(demo.now.slice(0, 4)));
  const year = random.integer(FIRST_YEAR, newest);
  const mileage = (newest - year) * 15_000 + random.integer(20, 18_000);
  const end = `${YEARS[year - FIRST_YEAR] ?? ''}${random.pick(PLANTS)}${demo.nextSerial('vehicles')}`;
  return { ...model, trim: random.pick(trims), year, mileage, vin: `${start}${checkDigit(`${start}0${end}`)}${end}` };
}

/** The check digit that every North American VIN has. */
function checkDigit(vin: string): string {
  const values = Array.from(vin, (sign, place) => (VALUES.indexOf(sign) % 10) * (WEIGHTS[place] ?? 0));
  const rest = values.reduce((sum, value) => sum + value, 0) % 11;
  return rest === 10 ? 'X' : String(rest);
}
