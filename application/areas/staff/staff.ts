import type { PersonId, ShopId, StaffProfileId } from '../../../domain/shared/id.js';
import type { StaffMember } from '../../../domain/staff/staff.js';
import type { Listing, OffsetSlice } from '../../kernel/operation/page.js';
import type { RecordType } from '../../transfer/import-kind.js';

/** The `meta` of the list of a shop's staff. */
export interface Headcount {
  readonly total: number;
}

export interface StaffFilter {
  /** true: only active people; false: only those who have left */
  readonly active?: boolean;
}

/** The new values of a staff member. An absent value is not changed; null as hours: the shop's opening hours. */
export type ChangedFields = Partial<Omit<StaffMember, 'id' | 'userId' | 'createdAt'>>;

/** A staff member before and after a change. */
export interface StaffChange {
  readonly before: StaffMember;
  readonly member: StaffMember;
}

export abstract class Staff {
  /** All staff members, active ones first, then by name; at most `MOST_UNPAGED`. */
  abstract roster(shop: ShopId): Promise<Listing<StaffMember, Headcount>>;
  /** One page, in the order of `roster`. Page and total come from one snapshot. */
  abstract list(shop: ShopId, filter: StaffFilter, limit: number, offset: number): Promise<OffsetSlice<StaffMember>>;
  /** The profile id of a staff member. Null: the id belongs to no profile and no user of this shop. */
  abstract profileOf(shop: ShopId, id: PersonId): Promise<StaffProfileId | null>;
  /**
   * The shops that have a profile or a user with this id, at most two: one where nobody restored a copy of the shop beside it. It
   * is for the operator, who may see every shop.
   */
  abstract shopsWith(id: PersonId): Promise<readonly ShopId[]>;
  /** Null: the id belongs to no profile and no user of this shop. */
  abstract find(shop: ShopId, id: PersonId): Promise<StaffMember | null>;
  abstract add(shop: ShopId, member: StaffMember): Promise<void>;
  /** Changes these fields of a staff member. Null: the id belongs to no profile and no user of this shop. */
  abstract change(shop: ShopId, id: PersonId, change: ChangedFields): Promise<StaffChange | null>;
  /** All active staff members, sorted by name. */
  abstract active(shop: ShopId): Promise<readonly StaffMember[]>;
  /** Active staff members with inbox access, sorted by name. */
  abstract inboxTeammates(shop: ShopId): Promise<readonly StaffMember[]>;
}

export const STAFF: RecordType = { name: 'staff', noun: 'staff member' };
