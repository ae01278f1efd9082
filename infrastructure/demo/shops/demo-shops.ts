import { AOYAMA } from './aoyama.js';
import type { DemoShop } from './demo-shop.js';
import { HARBOUR_STREET } from './harbour-street.js';
import { NORTHSIDE } from './northside.js';

/** In three countries, with three currencies; the first has the keys that are handed out. */
export const DEMO_SHOPS: readonly [DemoShop, ...DemoShop[]] = [NORTHSIDE, HARBOUR_STREET, AOYAMA];
