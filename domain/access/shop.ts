import type { EmailAddress } from '../shared/contact.js';
import type { ShopId } from '../shared/id.js';
import { changed, unchanged, type Decision } from '../shared/events.js';
import type { Instant } from '../shared/instant.js';
import type { Country } from '../shared/phone.js';
import { STANDARD_REPLY_POINTER } from '../texting/segments.js';

/** The status of a shop, as the API reports it. A shop that is suspended and has a lapsed plan is `suspended`. */
export const SHOP_STATUSES = ['active', 'lapsed', 'suspended'] as const;
export type ShopStatus = (typeof SHOP_STATUSES)[number];

/** Features that can be switched off for a shop. A new shop has all of them. */
export const FEATURES = ['scheduling', 'services', 'reviews', 'booking'] as const;
export type Feature = (typeof FEATURES)[number];

export interface Shop {
  readonly id: ShopId;
  readonly name: string;
  /** the IANA name of the shop's time zone */
  readonly timezone: string;
  readonly country: Country;
  /** the ISO 4217 code of the shop's currency */
  readonly currency: string;
  readonly suspended: boolean;
  readonly planLapsed: boolean;
  readonly features: Readonly<Record<Feature, boolean>>;
  readonly createdAt: Instant;
}

export const ALL_FEATURES: Shop['features'] = { scheduling: true, services: true, reviews: true, booking: true };

export function statusOf(shop: Pick<Shop, 'suspended' | 'planLapsed'>): ShopStatus {
  if (shop.suspended) return 'suspended';
  return shop.planLapsed ? 'lapsed' : 'active';
}

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** A period of the day. Both times are `HH:mm` in the shop's time zone; `24:00` is the end of the day. */
export interface HourWindow {
  readonly from: string;
  readonly until: string;
}

/** The periods of each weekday. A weekday that is missing here has no periods. */
export type WeeklyHours = Readonly<Partial<Record<Weekday, readonly HourWindow[]>>>;

/** The settings for a shop's daily work. The checks before an operation (plan, features) do not read these settings. */
export interface ShopSettings {
  readonly openingHours: WeeklyHours;
  /** when customers may be texted */
  readonly textingHours: WeeklyHours;
  /** days on which the shop is closed and nobody is texted, `YYYY-MM-DD` in the shop's zone */
  readonly closures: readonly string[];
  readonly bays: readonly string[];
  /** the provider's id of a messaging service; null when the shop does not text through one */
  readonly messagingService: string | null;
  /** the most texts that the shop sends in any 60 minutes */
  readonly textsPerHour: number;
  /** one line without links, which ends every scheduled text */
  readonly replyPointer: string;
  /** the address for answers to the shop's e-mails; null when the e-mails name none */
  readonly replyTo: EmailAddress | null;
  /** how far ahead a booking begins at the earliest */
  readonly bookingLeadMinutes: number;
  /** the minutes from one possible start of a booking to the next */
  readonly bookingStepMinutes: number;
  /** the minutes after a booking's work in which its bay and its person get no other work */
  readonly bookingBufferMinutes: number;
  /** how many days ahead a booking begins at the latest; 0 days ahead is today, in the shop's zone */
  readonly bookingHorizonDays: number;
  /** how many months the sounds of a call are kept; null: for good */
  readonly keepRecordingsMonths: number | null;
  /** how many months the transcript and the summary of a call are kept; null: for good */
  readonly keepTranscriptsMonths: number | null;
  /** how many months messages are kept; null: for good */
  readonly keepMessagesMonths: number | null;
}

const everyDay = (window: HourWindow): WeeklyHours => Object.fromEntries(WEEKDAYS.map((day) => [day, [window]]));
const WORKDAY: HourWindow = { from: '08:00', until: '18:00' };

/** The settings of a shop that has not changed any setting. */
export const STANDARD_SETTINGS: ShopSettings = {
  openingHours: { mon: [WORKDAY], tue: [WORKDAY], wed: [WORKDAY], thu: [WORKDAY], fri: [WORKDAY] },
  textingHours: everyDay({ from: '08:00', until: '21:00' }),
  closures: [],
  bays: [],
  messagingService: null,
  textsPerHour: 500,
  replyPointer: STANDARD_REPLY_POINTER,
  replyTo: null,
  bookingLeadMinutes: 120,
  bookingStepMinutes: 30,
  bookingBufferMinutes: 0,
  bookingHorizonDays: 90,
  keepRecordingsMonths: null,
  keepTranscriptsMonths: null,
  keepMessagesMonths: null,
};

/** A shop with its settings. */
export interface SetUpShop {
  readonly shop: Shop;
  readonly settings: ShopSettings;
}

/** Tells of a shop whose account or settings were changed. */
export function tellShop(before: SetUpShop, after: SetUpShop, now: Instant): Decision<SetUpShop, 'shop.updated'> {
  const isSame = sameValues(before.shop, after.shop) && sameValues(before.settings, after.settings);
  return isSame ? unchanged(after) : changed(after, now, [{ type: 'shop.updated' }]);
}

/** Compares property by property, because a stored object may have them in another order. */
function sameValues<T extends object>(before: T, after: T): boolean {
  const now = new Map(Object.entries(after).map(([name, value]) => [name, JSON.stringify(value)]));
  return Object.entries(before).every(([name, value]) => JSON.stringify(value) === now.get(name));
}
