import { decimalsOf, type Money } from '../../../domain/shared/money.js';
import type { DemoShop } from './demo-shop.js';

/** What an amount on the menu is in the shop's currency: a multiple of the step in which it counts. */
export function amountOf({ prices: { perHundredCents, step } }: DemoShop, cents: number): Money {
  return (Math.max(1, Math.round((cents * perHundredCents) / (100 * step))) * step) as Money; // whole minor units
}

export function withTax({ prices: { taxPercent } }: DemoShop, net: number): Money {
  return Math.round((net * (100 + taxPercent)) / 100) as Money; // rounded to whole minor units
}

const IN_THOUSANDS = new Intl.NumberFormat('en-US');

/** As it is written in a text. */
export function spoken(shop: DemoShop, cents: number): string {
  const major = Math.round(amountOf(shop, cents) / 10 ** decimalsOf(shop.currency));
  return shop.prices.spoken(IN_THOUSANDS.format(major));
}
