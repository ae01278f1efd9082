import { decimalsOf, type Money } from '../../../domain/shared/money.js';
import type { DemoShop } from './demo-shop.js';

/** Converts cents of the menu to the shop's currency, rounded to a multiple of its price step and at least one step. */
export function amountOf({ prices: { perHundredCents, step } }: DemoShop, cents: number): Money {
  return (Math.max(1, Math.round((cents * perHundredCents) / (100 * step))) * step) as Money; // whole minor units
}

export function withTax({ prices: { taxPercent } }: DemoShop, net: number): Money {
  return Math.round((net * (100 + taxPercent)) / 100) as Money; // rounded to whole minor units
}

const IN_THOUSANDS = new Intl.NumberFormat('en-US');

/** Formats the price for an amount in cents of the menu as people write it in a message. */
export function spoken(shop: DemoShop, cents: number): string {
  const major = Math.round(amountOf(shop, cents) / 10 ** decimalsOf(shop.currency));
  return shop.prices.spoken(IN_THOUSANDS.format(major));
}
