/** The parts of a shop's work. A key has access to some or all of these parts. */
export const SECTIONS = [
  'inbox.access', // threads, texts, calls, and the tasks that follow from them
  'shop.manage', // menu and prices, settings
  'marketing.access', // reviews, campaigns
  'jobs.manage', // jobs
  'customers.manage', // customers and their vehicles
  'bookings.manage', // online bookings
] as const;
export type Section = (typeof SECTIONS)[number];

export const LEVELS = ['view', 'act'] as const;
export type Level = (typeof LEVELS)[number];

/** The sections that a key holds, each with its level. The key does not hold a section that is missing here. */
export type Grants = Readonly<Partial<Record<Section, Level>>>;

/** The grants of a key that was minted without grants: `act` on every section. */
export const EVERY_SECTION: Grants = Object.fromEntries(SECTIONS.map((section) => [section, 'act']));

export function mayAct(grants: Grants, section: Section): boolean {
  return grants[section] === 'act';
}

/** The sections that these grants want and those do not give, or give only to view. */
export function sectionsBeyond(wanted: Grants, held: Grants): readonly Section[] {
  return SECTIONS.filter((section) => wanted[section] && held[section] !== 'act' && held[section] !== wanted[section]);
}
