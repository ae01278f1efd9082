import { isExpired, SCOPES } from '../../../domain/access/api-key.js';
import { LEVELS, type Grants, type Level, type Section } from '../../../domain/access/permission.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { DateTime, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { Nested } from '../../kernel/fields/view.js';
import type { ListedKey } from './api-keys.js';

/** `inactive`: the person whom the key acts for is no longer active. */
export const KEY_STATUSES = ['active', 'inactive', 'expired', 'revoked'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

/** A key as lists show it. */
export type ShownKey = Omit<ListedKey, 'publicId'>;

export function statusOf(key: ShownKey, now: Instant): KeyStatus {
  if (key.revokedAt !== null) return 'revoked';
  if (isExpired(key, now)) return 'expired';
  return key.actorActive ? 'active' : 'inactive';
}

const HeldLevel = OneOf(LEVELS, { nullable: true, example: 'act' });

/** The level of each section; null: the key does not hold it. */
class GrantsView implements Record<Section, Level | null> {
  @HeldLevel 'inbox.access'!: Level | null;
  @HeldLevel 'shop.manage'!: Level | null;
  @HeldLevel 'marketing.access'!: Level | null;
  @HeldLevel 'jobs.manage'!: Level | null;
  @HeldLevel 'customers.manage'!: Level | null;
  @HeldLevel 'bookings.manage'!: Level | null;

  static of(grants: Grants): GrantsView {
    return {
      'inbox.access': grants['inbox.access'] ?? null,
      'shop.manage': grants['shop.manage'] ?? null,
      'marketing.access': grants['marketing.access'] ?? null,
      'jobs.manage': grants['jobs.manage'] ?? null,
      'customers.manage': grants['customers.manage'] ?? null,
      'bookings.manage': grants['bookings.manage'] ?? null,
    };
  }
}

export class KeyView {
  @Uuid({ description: 'Key id, as in the `cause` of events.' }) id!: string;
  @Text({ example: 'desk' }) name!: string;
  @OneOf(SCOPES, { example: 'full' }) scope!: string;
  @OneOf(KEY_STATUSES, { description: '`inactive`: the person in `acts_for` has left.', example: 'active' }) status!: string;
  @Nested(GrantsView, { description: 'The level of each section; null: the key does not hold it.' }) grants!: GrantsView;
  @Uuid({ explained: true, nullable: true, description: 'The user id of the person who counts as the author of its writes.' })
  acts_for!: string | null;
  @DateTime({ nullable: true }) expires_at!: string | null;
  @DateTime({ nullable: true }) revoked_at!: string | null;
  @DateTime({ nullable: true, description: 'To the minute.' }) last_used_at!: string | null;
  @DateTime() created_at!: string;

  static of(key: ShownKey, now: Instant): KeyView {
    return shown(key, now);
  }
}

export interface KeyWithToken extends ShownKey {
  readonly token: string;
}

/** The answer of the one operation that mints a key. No other answer has its text. */
export class KeyWithTokenView extends KeyView {
  @Text({
    description: 'The key itself, for `Authorization: Bearer`. It is shown only now, and kept nowhere.',
    example: 'sk_shop_4c7Qm2xTz9Lp_1f0c…',
  })
  key!: string;

  static override of(key: KeyWithToken, now: Instant): KeyWithTokenView {
    return { ...shown(key, now), key: key.token };
  }
}

function shown(key: ShownKey, now: Instant) {
  return {
    id: key.id,
    name: key.name,
    scope: key.scope,
    status: statusOf(key, now),
    grants: GrantsView.of(key.grants),
    acts_for: key.actsFor,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    last_used_at: key.lastUsedAt,
    created_at: key.createdAt,
  };
}
