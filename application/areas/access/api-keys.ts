import type { ApiKey } from '../../../domain/access/api-key.js';
import type { Shop } from '../../../domain/access/shop.js';
import type { ApiKeyId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';

/** A stored key, with the shop that it is bound to and the hash that its secret must have. */
export interface KeyRecord {
  readonly key: ApiKey;
  readonly shop: Shop;
  /** SHA-256 of the secret, hexadecimal */
  readonly secretHash: string;
  /** false: the staff user that the key acts for is no longer active */
  readonly actorActive: boolean;
}

export interface ListedKey extends ApiKey {
  readonly publicId: string;
  readonly lastUsedAt: Instant | null;
  readonly actorActive: boolean;
}

/** The keys of all shops. A key is found by its public id alone, because the key of a request decides the request's shop. */
export abstract class ApiKeys {
  /** The key from memory. Changes of the key or its shop take effect here within a second. Null: the key is not in memory. */
  abstract recall(publicId: string): KeyRecord | null;
  /**
   * The key as this process saw it last, perhaps long ago: it tells whose request this is, but not whether the key is live. Null:
   * it was not seen lately.
   */
  abstract lastSeen(publicId: string): KeyRecord | null;
  /** The key from the database. Null: there is no such key. */
  abstract find(publicId: string): Promise<KeyRecord | null>;
  /**
   * The key from the database, for a client address that has failed too often. Calls at about the same time share one query.
   * Null: there is no such key, or the shared query already asks for too many other keys.
   */
  abstract findTogether(publicId: string): Promise<KeyRecord | null>;
  abstract add(key: ApiKey, publicId: string, secretHash: string): Promise<void>;
  abstract listOf(shop: ShopId): Promise<readonly ListedKey[]>;
  /** Null: there is no such key. */
  abstract get(id: ApiKeyId): Promise<ApiKey | null>;
  /**
   * Adds a key in the place of another one, which expires at `until` unless it does so earlier. False: nothing is stored, because the
   * other key was revoked.
   */
  abstract replace(
    former: ApiKeyId,
    until: Instant,
    key: ApiKey,
    token: Pick<MintedToken, 'publicId' | 'secretHash'>,
  ): Promise<boolean>;
  /** Revokes a key. False: the shop has no such key. A key that is already revoked is not changed. */
  abstract revoke(shop: ShopId, id: ApiKeyId, at: Instant): Promise<boolean>;
  /** Writes the time of last use in the background, at most once a minute for each key. */
  abstract markUsed(key: Pick<ApiKey, 'shopId' | 'id'>, at: Instant): void;
}

/** The parts of a key that are compared with the stored key. A key has the form `sk_shop_<public id>_<secret>_<checksum>`. */
export interface ReadToken {
  readonly publicId: string;
  /** SHA-256 of the secret, hexadecimal */
  readonly secretHash: string;
}

export interface MintedToken extends ReadToken {
  /** the plain key, shown once and never stored */
  readonly token: string;
}

export abstract class KeyTokens {
  abstract mint(): MintedToken;
  /**
   * Reads the parts of a key; the database is not asked. Null: the text does not have the form of a key, or its checksum is
   * wrong.
   */
  abstract read(token: string): ReadToken | null;
  /** Compares two hashes in constant time. */
  abstract sameHash(one: string, other: string): boolean;
}
