/** Parts of the shop's work, as a shop hands them out to its people. */
export const SECTIONS = [
  'inbox.access', // threads, texts, calls, and the to-do queue that comes of them
  'shop.manage', // menu and prices, settings
  'marketing.access', // reviews, campaigns
  'jobs.manage', // the work itself
  'customers.manage', // customers and their vehicles
  'bookings.manage', // what is booked online
] as const;
export type Section = (typeof SECTIONS)[number];

export const LEVELS = ['view', 'act'] as const;
export type Level = (typeof LEVELS)[number];

/** The sections a key holds, and at which level. A section that is not named is not held. */
export type Grants = Readonly<Partial<Record<Section, Level>>>;

/** What a key holds that was minted without grants. */
export const EVERY_SECTION: Grants = Object.fromEntries(SECTIONS.map((section) => [section, 'act']));

export function mayAct(grants: Grants, section: Section): boolean {
  return grants[section] === 'act';
}
