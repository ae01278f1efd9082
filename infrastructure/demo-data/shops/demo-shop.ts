import type { ShopSettings, Weekday, WeeklyHours } from '../../../domain/access/shop.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Country } from '../../../domain/shared/phone.js';
import type { Role } from '../../../domain/staff/staff.js';
import type { BlockCounts } from '../sizes.js';
import type { Language, Texts } from '../texts/texts.js';
import type { VehicleModel } from './vehicle-models.js';

/** The names that a shop's contacts and reviewers can have. */
export interface People {
  readonly firstNames: readonly Name[];
  readonly lastNames: readonly Name[];
  readonly companies: readonly string[];
  readonly familyNameFirst: boolean;
}

/** A name as written. A name in another script can also have a form in Latin letters, for e-mail addresses. */
export type Name = string | readonly [written: string, latin: string];

/** Phone numbers that belong to nobody: a prefix and then a line number of `digits` digits. */
export interface PhoneRange {
  readonly prefixes: readonly `+${string}`[];
  readonly digits: number;
  /** the first line number that contacts get; `lines` is the number of lines from there on */
  readonly first: number;
  readonly lines: number;
  /** the number of prefixes near the shop; contacts get the other prefixes only when all numbers with these are used */
  readonly local: number;
}

/** A pattern in which `#` stands for a digit and `@` for a letter. */
export type Pattern = string;

export interface Place {
  readonly city: string;
  readonly region: string;
  readonly postalCode: Pattern;
}

export interface Prices {
  /** the rate for the menu's prices: 100 cents of the menu become this many minor units of the shop's currency, before rounding */
  readonly perHundredCents: number;
  /** every price of the shop's menu is a multiple of this number of minor units */
  readonly step: number;
  readonly taxPercent: number;
  /** formats an amount of whole major units for a text */
  readonly spoken: (major: string) => string;
}

export interface Teammate {
  readonly name: Name;
  readonly role: Role;
  /** number of days before now */
  readonly since: number;
  readonly active?: false;
  /** absent: whenever the shop is open */
  readonly hours?: WeeklyHours;
}

/** The data that differ from one shop of the demo to another. */
export interface DemoShop {
  /** a fixed id, by which the demo's shops are told from other shops */
  readonly id: ShopId;
  readonly name: string;
  readonly timezone: string;
  readonly country: Country;
  readonly currency: string;
  readonly language: Language;
  readonly counts: BlockCounts;
  readonly people: People;
  readonly customerPhones: PhoneRange;
  /** the phone numbers of the shop and of its staff without their last two digits */
  readonly shopPhones: `+${string}`;
  readonly places: readonly Place[];
  /** the addresses of mobile jobs */
  readonly addresses: readonly Pattern[];
  readonly plates: Pattern;
  readonly models: readonly VehicleModel[];
  readonly prices: Prices;
  readonly team: readonly Teammate[];
  readonly texts: Texts;
  readonly settings: Pick<ShopSettings, 'openingHours' | 'textingHours' | 'bays' | 'messagingService'>;
  /** closed days as month and day; they apply to last year, this year and next year */
  readonly holidays: readonly string[];
  /**
   * For each weekday, the hour in UTC at which work can begin, and the number of hours from there. In summer and in winter these
   * hours lie within the opening hours, and on the same day in UTC as in the shop's time zone.
   */
  readonly workdays: Readonly<Partial<Record<Weekday, readonly [fromHourUtc: number, hours: number]>>>;
}

export const everyDay = <T>(days: readonly Weekday[], hours: T): Partial<Record<Weekday, T>> =>
  Object.fromEntries(days.map((day) => [day, hours])); // fromEntries types keys as string
