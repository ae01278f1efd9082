import { readFileSync } from 'node:fs';
import type { Shop, ShopSettings } from '../../domain/access/shop.js';
import type { StoryCounts } from './sizes.js';

/** The values of a record by column, or templates of them. */
export type Row = Readonly<Record<string, unknown>>;

/** Phone numbers that belong to nobody: a prefix and then a line number of `digits` digits. */
export interface PhoneRange {
  readonly prefixes: readonly string[];
  readonly digits: number;
  /** the first line number that contacts get; `lines` is the number of lines from there on */
  readonly first: number;
  readonly lines: number;
  /** the number of prefixes near the shop; contacts get the other prefixes only when all numbers with these are used */
  readonly local: number;
}

/** What `data/<shop>/shop.json` says about a shop. */
export interface DemoShop extends Pick<Shop, 'id' | 'name' | 'timezone' | 'country' | 'currency'> {
  readonly folder: string;
  readonly counts: StoryCounts;
  readonly settings: Pick<ShopSettings, 'openingHours' | 'textingHours' | 'bays' | 'messagingService'>;
  /** closed days as month and day; they apply to last year, this year and next year */
  readonly holidays: readonly string[];
  readonly taxPercent: number;
  /** how people write a price in a message, with `#` for the number */
  readonly spokenPrice: string;
  readonly familyNameFirst: boolean;
  readonly customerPhones: PhoneRange;
  /** the number that customers see, and from which the shop sends its texts */
  readonly mainLine: string;
  /** the file with the texts of its language, which are added to its own words */
  readonly language: string;
  /** lists of words and texts, by name */
  readonly words: Readonly<Record<string, readonly unknown[]>>;
}

/** The demo's shops, in three countries with three currencies. The demo's keys belong to the first one. */
export const DEMO_SHOPS = [shopIn('northside'), shopIn('harbour-street'), shopIn('aoyama')] as const;

function shopIn(folder: string): DemoShop {
  const shop = readJson(`${folder}/shop.json`) as DemoShop;
  const words = {
    ...shop.words,
    models: readRows('vehicle-models').filter((model) => (model['in'] as string[]).includes(shop.country)),
  };
  const shared = readJson(`languages/${shop.language}.json`) as DemoShop['words'];
  const added = Object.entries(shared).map(([name, texts]) => [name, [...texts, ...(shop.words[name] ?? [])]] as const);
  return { ...shop, folder, words: { ...words, ...Object.fromEntries(added) } };
}

/** Returns the rows of an NDJSON file. */
export function readRows(name: string): Row[] {
  const lines = textOf(`${name}.ndjson`).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}

export function readJson(name: string): unknown {
  return JSON.parse(textOf(name));
}

function textOf(name: string): string {
  return readFileSync(new URL(`../../infrastructure/demo-data/data/${name}`, import.meta.url), 'utf8');
}
