export const SECTIONS = [
  'inbox.access',
  'shop.manage',
  'marketing.access',
  'jobs.manage',
  'customers.manage',
  'bookings.manage',
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
