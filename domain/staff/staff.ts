import type { WeeklyHours } from '../access/shop.js';
import { parseWeeklyHours, printWeeklyHours } from '../access/weekly-hours.js';
import { changed, unchanged, type Decision } from '../shared/events.js';
import type { StaffProfileId, StaffUserId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';

export const ROLES = ['owner', 'manager', 'advisor', 'technician', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export interface StaffMember {
  /** The profile id. A job names its assignee by this id. */
  readonly id: StaffProfileId;
  /** The user id. A lead, a task or a thread names its owner by this id. */
  readonly userId: StaffUserId;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly role: Role;
  readonly active: boolean;
  /** when the person works; null: whenever the shop is open */
  readonly hours: WeeklyHours | null;
  readonly createdAt: Instant;
}

const INBOX_ROLES: ReadonlySet<Role> = new Set(['owner', 'manager', 'advisor']);

function hasInboxAccess(role: Role): boolean {
  return INBOX_ROLES.has(role);
}

/** Tells whether a task or a thread may be assigned to this person: active, and in a role that grants inbox access. */
export function isInboxTeammate(member: Pick<StaffMember, 'role' | 'active'>): boolean {
  return member.active && hasInboxAccess(member.role);
}

/** The text of the hours of somebody who works whenever the shop is open. */
const STANDARD = 'standard';

/**
 * Reads the hours in which somebody works, in the form of a shop's opening hours: `tue-fri 09:00-17:00`. The text `closed` is
 * for somebody who never works.
 * @returns null for `standard` and for an empty text: the shop's opening hours
 * @throws ValidationError
 */
export function parseWorkingHours(typed: string): WeeklyHours | null {
  const text = typed.trim().toLowerCase();
  return text === '' || text === STANDARD ? null : parseWeeklyHours('hours', typed);
}

/** Prints hours in the form that `parseWorkingHours` takes. */
export function printWorkingHours(hours: WeeklyHours | null): string {
  return hours ? printWeeklyHours(hours) : STANDARD;
}

/** Tells of a person who was added or changed. */
export function tellStaff(before: StaffMember | null, member: StaffMember, now: Instant): Decision<StaffMember, 'staff.updated'> {
  if (JSON.stringify(before) === JSON.stringify(member)) return unchanged(member);
  return changed(member, now, [{ type: 'staff.updated' }]);
}
