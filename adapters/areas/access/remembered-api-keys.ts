import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { ApiKeys, type KeyRecord, type ListedKey } from '../../../application/areas/access/api-keys.js';
import type { Log } from '../../../application/kernel/ports/ports.js';
import type { ApiKey } from '../../../domain/access/api-key.js';
import type { ApiKeyId, ShopId } from '../../../domain/shared/id.js';
import { later, type Instant } from '../../../domain/shared/instant.js';
import type { Audience } from '../../audience.js';
import { ACCESS_CHANGED, type PostgresApiKeys } from './postgres-api-keys.js';

/** How long a key is remembered: `announced` if every change of it is announced and heard, `unheard` otherwise. */
const LIFE_MS = { announced: 30_000, unheard: 500 };
const MARK_EVERY_MS = 60_000;
const MOST_KEYS = 10_000;
/**
 * A joint look-up waits this long for more keys, and takes at most this many: more than the requests that one address may have in
 * flight.
 */
const TOGETHER_MS = 50;
const MOST_TOGETHER = 1000;

/**
 * A cache of keys. A key is dropped when the database announces a change of the key or of its shop. While announcements cannot be
 * heard, a key is remembered so briefly that a revocation still takes effect within a second. A key that acts for a person is
 * always remembered that briefly, because no announcement tells that a person has left.
 */
export class RememberedApiKeys extends ApiKeys implements Audience {
  readonly channel = ACCESS_CHANGED;
  private readonly known = new LRUCache<string, KeyRecord>({ max: MOST_KEYS });
  /** the keys that were found, also those that must be looked up again */
  private readonly seen = new LRUCache<string, KeyRecord>({ max: MOST_KEYS });
  private readonly markDue = new LRUCache<ApiKeyId, Instant>({ max: MOST_KEYS });
  /** The public ids of the next joint look-up; `answer` is its result. */
  private readonly asking = new Set<string>();
  private answer: Promise<ReadonlyMap<string, KeyRecord>> | null = null;
  private hearing = false;
  /**
   * Grows with every announcement, and when hearing begins or ends. A record is not remembered if this number grew while the
   * record was read.
   */
  private changes = 0;

  constructor(
    private readonly stored: PostgresApiKeys,
    private readonly log: Log,
  ) {
    super();
  }

  override recall(publicId: string): KeyRecord | null {
    return this.known.get(publicId) ?? null;
  }

  override lastSeen(publicId: string): KeyRecord | null {
    return this.seen.get(publicId) ?? null;
  }

  override async find(publicId: string): Promise<KeyRecord | null> {
    const { changes } = this;
    const record = await this.stored.find(publicId);
    if (record) this.remember(publicId, record, changes);
    return record;
  }

  override async findTogether(publicId: string): Promise<KeyRecord | null> {
    if (this.asking.size >= MOST_TOGETHER && !this.asking.has(publicId)) return null;
    this.asking.add(publicId);
    this.answer ??= sleep(TOGETHER_MS).then(() => this.findAsked());
    return (await this.answer).get(publicId) ?? null;
  }

  private async findAsked(): Promise<ReadonlyMap<string, KeyRecord>> {
    const publicIds = [...this.asking];
    this.asking.clear();
    this.answer = null;
    const { changes } = this;
    const records = await this.stored.findSome(publicIds);
    for (const [publicId, record] of records) this.remember(publicId, record, changes);
    return records;
  }

  private remember(publicId: string, record: KeyRecord, changes: number): void {
    this.seen.set(publicId, record);
    if (changes !== this.changes) return;
    const announced = this.hearing && record.key.actsFor === null;
    this.known.set(publicId, record, { ttl: announced ? LIFE_MS.announced : LIFE_MS.unheard });
  }

  override add(key: ApiKey, publicId: string, secretHash: string): Promise<void> {
    return this.stored.add(key, publicId, secretHash);
  }

  override listOf(shop: ShopId): Promise<readonly ListedKey[]> {
    return this.stored.listOf(shop);
  }

  override get(id: ApiKeyId): Promise<ApiKey | null> {
    return this.stored.get(id);
  }

  override replace(...replacement: Parameters<ApiKeys['replace']>): Promise<boolean> {
    return this.stored.replace(...replacement);
  }

  override revoke(shop: ShopId, id: ApiKeyId, at: Instant): Promise<boolean> {
    return this.stored.revoke(shop, id, at);
  }

  override markUsed(key: Pick<ApiKey, 'shopId' | 'id'>, at: Instant): void {
    const { id } = key;
    const due = this.markDue.get(id);
    if (due !== undefined && at < due) return;
    this.markDue.set(id, later(at, MARK_EVERY_MS));
    this.stored.touch(key, at).catch((error: unknown) => {
      this.log.warn('the time of the last use of a key was not stored', { keyId: id, error });
    });
  }

  /** @param subject `key:<id>` or `shop:<id>`, as `announceAccess` and the database's triggers announce it */
  announced(subject: string): void {
    this.changes += 1;
    const [kind, id] = subject.split(':');
    for (const [publicId, { key, shop }] of this.known.entries()) {
      if ((kind === 'key' ? key.id : shop.id) === id) this.known.delete(publicId);
    }
  }

  /** Some announcements may have been missed, so all keys are dropped. */
  hear(hearing: boolean): void {
    this.hearing = hearing;
    this.changes += 1;
    this.known.clear();
  }
}
