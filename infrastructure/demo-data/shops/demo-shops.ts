import { AOYAMA } from './aoyama.js';
import type { DemoShop } from './demo-shop.js';
import { HARBOUR_STREET } from './harbour-street.js';
import { NORTHSIDE } from './northside.js';

/** The demo's shops, in three countries with three currencies. The demo's keys belong to the first one. */
export const DEMO_SHOPS: readonly [DemoShop, ...DemoShop[]] = [NORTHSIDE, HARBOUR_STREET, AOYAMA];
