import type { ApiKeyId, ShopId, StaffUserId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import { mayAct, type Grants } from './permission.js';

export const SCOPES = ['read', 'full'] as const;
export type Scope = (typeof SCOPES)[number];

export interface ApiKey {
  readonly id: ApiKeyId;
  readonly shopId: ShopId;
  readonly name: string;
  readonly scope: Scope;
  readonly grants: Grants;
  readonly expiresAt: Instant | null;
  readonly revokedAt: Instant | null;
  readonly createdAt: Instant;
  /** The staff user that this key's writes are recorded for; null: they are recorded for the shop itself. */
  readonly actsFor: StaffUserId | null;
}

export function isExpired(key: Pick<ApiKey, 'expiresAt'>, now: Instant): boolean {
  return key.expiresAt !== null && key.expiresAt <= now;
}

/** Tells whether a key can mint others, as long as it is live. */
export function managesKeys({ scope, grants }: Pick<ApiKey, 'scope' | 'grants'>): boolean {
  return scope === 'full' && mayAct(grants, 'shop.manage');
}

/** The key that changed a record, and the staff user it acts for. */
export interface Actor {
  readonly keyId: ApiKeyId;
  readonly userId: StaffUserId | null;
}

/** The actor as the data of an event shows it. */
export function actorDetails({ keyId, userId }: Actor): object {
  return { key_id: keyId, user_id: userId };
}
