import type { ShopSettings, Weekday } from '../../../domain/access/shop-settings.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Country } from '../../../domain/shared/phone.js';
import type { Role } from '../../../domain/staff/staff.js';
import type { BlockCounts } from '../sizes.js';
import type { Language, Texts } from '../texts/texts.js';
import type { VehicleModel } from './vehicle-models.js';

/** Whom a shop can have among its customers. */
export interface People {
  readonly firstNames: readonly Name[];
  readonly lastNames: readonly Name[];
  readonly companies: readonly string[];
  readonly familyNameFirst: boolean;
}

/** As it is written; and in Latin letters where an address could not be made of that. */
export type Name = string | readonly [written: string, latin: string];

/** Numbers that belong to nobody: each prefix, then a line of so many digits. */
export interface PhoneRange {
  readonly prefixes: readonly `+${string}`[];
  readonly digits: number;
  /** the first line that is given out, and how many there are */
  readonly first: number;
  readonly lines: number;
  /** how many prefixes are from around here: the others follow when their lines are all given out */
  readonly local: number;
}

/** `#` is a digit, `@` a letter. */
export type Pattern = string;

export interface Place {
  readonly city: string;
  readonly region: string;
  readonly postalCode: Pattern;
}

export interface Prices {
  /** minor units of the shop's currency for a hundred cents of the menu */
  readonly perHundredCents: number;
  /** prices are multiples of so many minor units */
  readonly step: number;
  readonly taxPercent: number;
  /** an amount in whole major units, as it is written in a text */
  readonly spoken: (major: string) => string;
}

export interface Teammate {
  readonly name: Name;
  readonly role: Role;
  /** days ago */
  readonly since: number;
  readonly active?: false;
}

/** What makes one shop of the demo another than the next. */
export interface DemoShop {
  /** by which it is recognised */
  readonly id: ShopId;
  readonly name: string;
  readonly timezone: string;
  readonly country: Country;
  readonly currency: string;
  readonly language: Language;
  readonly counts: BlockCounts;
  readonly people: People;
  readonly customerPhones: PhoneRange;
  /** before the two last digits of the numbers of the shop and of its people */
  readonly shopPhones: `+${string}`;
  readonly places: readonly Place[];
  /** where mobile jobs are */
  readonly addresses: readonly Pattern[];
  readonly plates: Pattern;
  readonly models: readonly VehicleModel[];
  readonly prices: Prices;
  readonly team: readonly Teammate[];
  readonly texts: Texts;
  readonly settings: Omit<ShopSettings, 'closures'>;
  /** closed days, each as month and day: of last year, this year and the next */
  readonly holidays: readonly string[];
  /**
   * When work begins on a day: from an hour in UTC, within so many hours. Both lie within the opening hours in summer and
   * in winter, and on the same day in UTC as in the shop's zone.
   */
  readonly workdays: Readonly<Partial<Record<Weekday, readonly [fromHourUtc: number, hours: number]>>>;
}

export const everyDay = <T>(days: readonly Weekday[], hours: T): Partial<Record<Weekday, T>> =>
  Object.fromEntries(days.map((day) => [day, hours])); // fromEntries forgets the keys' type
