/** An amount in whole minor units of the shop's currency (cents, yen), so that sums and comparisons are exact. */
export type Money = number & { readonly __money: true };

/** The ISO 4217 code of a currency. */
export type Currency = string;

export const NO_MONEY = 0 as Money; // safe: any whole number is an amount of `Money`
/** The largest amount, in minor units. */
export const MOST_MONEY = 10_000_000_000 as Money; // safe: any whole number is an amount of `Money`

/**
 * The currencies without decimals, by ISO 4217. `WITH_THREE` has those with three decimals, and all others have two. `Intl` is
 * not used, because it tells how amounts are usually shown (HUF without decimals). A new version of Node could change its answer,
 * and stored amounts would then change their meaning.
 */
const WITHOUT_DECIMALS: ReadonlySet<Currency> = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
);
const WITH_THREE: ReadonlySet<Currency> = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);

/** The number of decimals of a currency: 2 for CAD, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: Currency): number {
  if (WITHOUT_DECIMALS.has(currency)) return 0;
  return WITH_THREE.has(currency) ? 3 : 2;
}

/**
 * The amount in major units. The division loses no digit: both numbers are exact, so the result is the number nearest to the
 * decimal, and JSON writes that number with the decimal's digits.
 */
export function majorUnits(money: Money, currency: Currency): number {
  return money / 10 ** decimalsOf(currency);
}

const DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/** Tells whether a number has more decimals than its currency. Zeros at the end do not count. */
export function hasTooManyDecimals(text: string, currency: Currency): boolean {
  return partsOf(text).figures.length > decimalsOf(currency);
}

/** The digits before the decimal point, and those after it without the zeros at the end. */
function partsOf(text: string): { readonly whole: string; readonly figures: string } {
  const [, whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  return { whole, figures: withoutLastZeros(fraction) };
}

/**
 * The digits without the zeros at the end. A regular expression would take quadratic time, because at every zero it would begin
 * again and read all the following zeros.
 */
function withoutLastZeros(digits: string): string {
  let { length } = digits;
  while (length > 0 && digits[length - 1] === '0') length -= 1;
  return digits.slice(0, length);
}

/**
 * Reads an amount and returns it in minor units.
 * @param text an amount in major units, in plain decimal notation
 * @returns null when the text is no decimal number, is negative, has more decimals than the currency, or is above `MOST_MONEY`
 */
export function parseMoney(text: string, currency: Currency): Money | null {
  const { whole, figures } = partsOf(text);
  const decimals = decimalsOf(currency);
  if (whole === '' || figures.length > decimals || whole.length > 15) return null;
  const minor = Number(`${whole}${figures.padEnd(decimals, '0')}`);
  return minor <= MOST_MONEY ? (minor as Money) : null;
}

/**
 * An amount times a fraction, rounded half up to a whole minor unit. The products can be above 2^53, so the arithmetic is done
 * with big integers.
 * @param numerator a whole number from 0
 * @param denominator a whole number from 1
 */
export function fractionOf(money: Money, numerator: number, denominator: number): Money {
  const [dividend, divisor] = [BigInt(money) * BigInt(numerator), BigInt(denominator)];
  return Number((2n * dividend + divisor) / (2n * divisor)) as Money; // safe: a division of big integers gives a whole number
}
