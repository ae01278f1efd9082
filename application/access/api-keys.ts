import type { ApiKey } from '../../domain/access/api-key.js';
import type { Shop } from '../../domain/access/shop.js';
import type { ApiKeyId, ShopId } from '../../domain/shared/id.js';
import type { Instant } from '../../domain/shared/instant.js';

/** A stored key, with the shop it is bound to and the hash its secret must have. */
export interface KeyRecord {
  readonly key: ApiKey;
  readonly shop: Shop;
  /** SHA-256 of the secret, hexadecimal */
  readonly secretHash: string;
  /** false: whoever it acts for is no longer active */
  readonly actorActive: boolean;
}

export interface ListedKey extends ApiKey {
  readonly publicId: string;
  readonly lastUsedAt: Instant | null;
  readonly actorActive: boolean;
}

/** Every key of every shop, by its public id: the look-up from which the shop of a request follows. */
export abstract class ApiKeys {
  /** What is known without asking the database, and at most a second old. */
  abstract recall(publicId: string): KeyRecord | null;
  /** What is answered is at most a second old. */
  abstract find(publicId: string): Promise<KeyRecord | null>;
  /**
   * The same for those who have failed too often: whoever asks at about the same time shares one question to the database.
   * Null also when too many ask.
   */
  abstract findTogether(publicId: string): Promise<KeyRecord | null>;
  abstract add(key: ApiKey, publicId: string, secretHash: string): Promise<void>;
  abstract listOf(shop: ShopId): Promise<readonly ListedKey[]>;
  /** False: no such key. A key that is revoked already stays as it is. */
  abstract revoke(id: ApiKeyId, at: Instant): Promise<boolean>;
  /** Written at most once a minute for one key, in the background. */
  abstract markUsed(id: ApiKeyId, at: Instant): void;
}
