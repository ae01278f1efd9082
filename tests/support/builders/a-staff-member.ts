import { randomUUID } from 'node:crypto';
import type { WeeklyHours } from '../../../domain/access/shop.js';
import type { StaffUserId } from '../../../domain/shared/id.js';
import type { Role } from '../../../domain/staff/staff.js';
import type { TestService, TestShop } from '../service.js';
import { insert } from './insert.js';

export interface StaffRow {
  readonly id: string;
  readonly user_id: StaffUserId;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly role: Role;
  readonly active: boolean;
  readonly hours: WeeklyHours | null;
  readonly created_at: string;
}

/** Stores an active advisor. This role has access to the inbox. */
export function aStaffMember(
  service: TestService,
  shop: Pick<TestShop, 'id'>,
  fields: Partial<StaffRow> = {},
): Promise<StaffRow> {
  const row = {
    shop_id: shop.id,
    id: randomUUID(),
    user_id: randomUUID() as StaffUserId, // safe: an id is a UUID
    name: 'Front desk',
    email: null,
    phone: null,
    role: 'advisor' as const,
    active: true,
    hours: null,
    created_at: '2026-01-01T09:00:00.000Z',
  };
  return insert(service, 'staff', { ...row, ...fields });
}
