import type { WeeklyHours } from '../access/shop-settings.js';
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
