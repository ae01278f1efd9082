import { majorUnits, parseMoney, type Currency, type Money } from '../shared/money.js';
import type { DepositType, Service } from './service.js';

/** A percentage from 0 to 100 with at most two decimals. */
const PERCENT = /^(?:100(?:\.0{1,2})?|\d{1,2}(?:\.\d{1,2})?)$/;

/**
 * Reads a deposit and returns it as a service stores it: in minor units, or in hundredths of a percent.
 * @param text an amount in major units, or a percentage, in plain decimal notation
 * @returns null when the text is not valid for the type
 */
export function parseDeposit(type: DepositType, text: string, currency: Currency): number | null {
  if (type === 'fixed') return parseMoney(text, currency);
  return type === 'percent' && PERCENT.test(text) ? Math.round(Number(text) * 100) : null;
}

/** A stored deposit as the API shows it: an amount in major units, or a percentage; null: the service asks for no deposit. */
export function shownDeposit(
  { depositType: type, depositValue: value }: Pick<Service, 'depositType' | 'depositValue'>,
  currency: Currency,
): number | null {
  if (value === null || type === 'none') return null;
  return type === 'percent' ? value / 100 : majorUnits(value as Money, currency); // a fixed deposit is stored in minor units
}
