import { isExpired, type ApiKey, type Scope } from '../../../domain/access/api-key.js';
import { EVERY_SECTION, type Grants } from '../../../domain/access/permission.js';
import { Conflict, NotFound, ValidationError } from '../../../domain/shared/errors.js';
import type { ApiKeyId, PersonId, ShopId } from '../../../domain/shared/id.js';
import { later, type Instant } from '../../../domain/shared/instant.js';
import type { Clock, Ids } from '../../kernel/ports/ports.js';
import { whyNotActive } from '../staff/assignee.js';
import type { Staff } from '../staff/staff.js';
import type { ApiKeys, KeyTokens, ListedKey } from './api-keys.js';
import { shopName } from './manage-shops.js';
import type { Shops } from './shops.js';

export interface NewKey {
  readonly shop: ShopId;
  readonly name: string;
  readonly scope: Scope;
  readonly expiresAt?: Instant | null;
  /** the sections that the key holds, with their levels; absent or null: every section at `act` */
  readonly grants?: Grants | null;
  /** the staff user that the key's writes are recorded for; absent or null: the shop itself */
  readonly actsFor?: PersonId | null;
}

export interface MintedKey {
  readonly key: ApiKey;
  /** shown once and never stored */
  readonly token: string;
}

export interface RotatedKey extends MintedKey {
  /** the time at which the former key expires */
  readonly formerUntil: Instant;
}

/** The time in which both keys live after a rotation, so that a client can change over. */
const OVERLAP_MS = 24 * 3_600_000;

/** Mints, rotates, revokes and lists the keys of any shop. What a caller may do of it is decided before. */
export class KeyRing {
  constructor(
    private readonly shops: Shops,
    private readonly staff: Staff,
    private readonly keys: ApiKeys,
    private readonly tokens: KeyTokens,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound, ValidationError */
  async mint({ shop, name, scope, expiresAt = null, grants = null, actsFor = null }: NewKey): Promise<MintedKey> {
    const now = this.clock.now();
    if (!(await this.shops.find(shop))) throw new NotFound('shop');
    if (expiresAt !== null && expiresAt <= now) throw new ValidationError('expires_at', 'must be in the future');
    const person = actsFor && (await this.staff.find(shop, actsFor));
    const problem = actsFor && whyNotActive(person);
    if (problem !== null) throw new ValidationError('acts_for', problem);
    const { token, publicId, secretHash } = this.tokens.mint();
    const key: ApiKey = {
      id: this.ids.next(),
      shopId: shop,
      name: shopName(name),
      scope,
      grants: grants ?? EVERY_SECTION,
      expiresAt,
      revokedAt: null,
      createdAt: now,
      actsFor: person?.userId ?? null,
    };
    await this.keys.add(key, publicId, secretHash);
    return { key, token };
  }

  /**
   * Replaces a key by one with the same name, rights and expiry. Both live for a day.
   * @throws NotFound when there is no such key
   * @throws Conflict when it is no longer live
   */
  async rotate(id: ApiKeyId): Promise<RotatedKey> {
    const former = await this.named(id);
    const now = this.clock.now();
    const end = later(now, OVERLAP_MS);
    const formerUntil = former.expiresAt !== null && former.expiresAt < end ? former.expiresAt : end;
    const { token, publicId, secretHash } = this.tokens.mint();
    const key: ApiKey = { ...former, id: this.ids.next(), createdAt: now };
    const isReplaced = !isExpired(former, now) && (await this.keys.replace(id, formerUntil, key, { publicId, secretHash }));
    if (!isReplaced) throw new Conflict('the key is revoked or expired: mint another one with key mint');
    return { key, token, formerUntil };
  }

  /**
   * Revokes a key on every instance within a second. A key that is already revoked is not changed.
   * @throws NotFound when there is no such key
   */
  async revoke(id: ApiKeyId): Promise<void> {
    const { shopId } = await this.named(id);
    await this.keys.revoke(shopId, id, this.clock.now());
  }

  /**
   * The keys of one shop, oldest first, revoked and expired ones included.
   * @throws NotFound for a shop that does not exist; a shop without keys gives an empty list
   */
  async list(shop: ShopId): Promise<readonly ListedKey[]> {
    if (!(await this.shops.find(shop))) throw new NotFound('shop');
    return this.keys.listOf(shop);
  }

  private async named(id: ApiKeyId): Promise<ApiKey> {
    const key = await this.keys.get(id);
    if (!key) throw new NotFound('key');
    return key;
  }
}
