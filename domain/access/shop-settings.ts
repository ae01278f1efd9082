export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** From and until a time of the day in the shop's zone, `HH:mm`; `24:00` is the day's end. */
export interface HourWindow {
  readonly from: string;
  readonly until: string;
}

/** The windows of each weekday; a day that is not named has none. */
export type WeeklyHours = Readonly<Partial<Record<Weekday, readonly HourWindow[]>>>;

/** How a shop works: what its people set, and no request needs to pass the gates. */
export interface ShopSettings {
  readonly openingHours: WeeklyHours;
  /** when customers may be texted */
  readonly textingHours: WeeklyHours;
  /** days on which the shop is closed and nobody is texted, `YYYY-MM-DD` in the shop's zone */
  readonly closures: readonly string[];
  readonly bays: readonly string[];
  /** the provider's id of a messaging service, where the shop texts through one */
  readonly messagingService: string | null;
}

const everyDay = (window: HourWindow): WeeklyHours => Object.fromEntries(WEEKDAYS.map((day) => [day, [window]]));
const WORKDAY: HourWindow = { from: '08:00', until: '18:00' };

/** Of a shop that has set nothing. */
export const STANDARD_SETTINGS: ShopSettings = {
  openingHours: { mon: [WORKDAY], tue: [WORKDAY], wed: [WORKDAY], thu: [WORKDAY], fri: [WORKDAY] },
  textingHours: everyDay({ from: '08:00', until: '21:00' }),
  closures: [],
  bays: [],
  messagingService: null,
};
