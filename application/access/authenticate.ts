import { isExpired } from '../../domain/access/api-key.js';
import { RateLimited, Unauthorized, type ShopError } from '../../domain/shared/errors.js';
import type { ShopId } from '../../domain/shared/id.js';
import type { Caller } from '../operation/caller.js';
import type { Clock } from '../ports/clock.js';
import type { RateLimiter } from '../ports/rate-limiter.js';
import type { ApiKeys, KeyRecord } from './api-keys.js';
import type { KeyTokens, ReadToken } from './key-tokens.js';

/** Checks the key: step 1 of `docs/behaviour.md`. The message does not say if a key is unknown or revoked. */
export class Authenticate {
  /**
   * The record whose secret a presented key has. A client sends the same key again and again, and the record in memory stays the
   * same object until the key or its shop changes, so the hashes are compared only once.
   */
  private readonly proven = new WeakMap<ReadToken, KeyRecord>();

  constructor(
    private readonly keys: ApiKeys,
    private readonly tokens: KeyTokens,
    private readonly limiter: RateLimiter,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the parts of a key; the database is not asked.
   * @param token the text after `Bearer`; null: the header was absent or unusable
   */
  read(token: string | null): ReadToken {
    if (token === null) throw new Unauthorized('send the API key as Authorization: Bearer <API_KEY>', false);
    const presented = this.tokens.read(token);
    if (!presented) throw new Unauthorized('the API key is malformed');
    return presented;
  }

  /** Returns the caller, if the key is live and in memory. Null: `execute` must look at it. @throws Unauthorized */
  recall(presented: ReadToken): Caller | null {
    const record = this.keys.recall(presented.publicId);
    return record && this.isProven(presented, record) ? this.liveCaller(record) : null;
  }

  /** The shop of a key that this process has seen with the same secret. Null: it has not. Nothing is said about the key being live. */
  shopOf({ publicId, secretHash }: ReadToken): ShopId | null {
    const record = this.keys.lastSeen(publicId);
    return record && this.tokens.sameHash(secretHash, record.secretHash) ? record.shop.id : null;
  }

  /**
   * Returns the caller, if the key is live. A key that is not in memory is looked up.
   * @param address the client's address. Attempts with unknown keys are counted by address. After too many of them a live key is
   * still served, unless very many keys are looked up at the same moment.
   * @throws Unauthorized, RateLimited
   */
  async execute(presented: ReadToken, address: () => string): Promise<Caller> {
    const record = this.keys.recall(presented.publicId) ?? (await this.load(presented, address));
    if (!record || !this.isProven(presented, record)) throw await this.unknown(address());
    return this.liveCaller(record);
  }

  /** Looks a key up. Strange keys from an address with too many failures share their queries, so that they do not cost one each. */
  private async load(presented: ReadToken, address: () => string): Promise<KeyRecord | null> {
    const { publicId } = presented;
    const isStrange = this.shopOf(presented) === null && (await this.limiter.isUsedUp('failed_authentications', address()));
    return isStrange ? this.keys.findTogether(publicId) : this.keys.find(publicId);
  }

  private liveCaller(record: KeyRecord): Caller {
    if (record.key.revokedAt !== null) throw unknownKey();
    const now = this.clock.now();
    if (isExpired(record.key, now)) throw new Unauthorized('the API key has expired');
    if (!record.actorActive) throw new Unauthorized('the API key acts for somebody who is no longer active');
    this.keys.markUsed(record.key, now);
    return record;
  }

  private isProven(presented: ReadToken, record: KeyRecord): boolean {
    if (this.proven.get(presented) === record) return true;
    if (!this.tokens.sameHash(presented.secretHash, record.secretHash)) return false;
    this.proven.set(presented, record);
    return true;
  }

  /** Counts the failure, and returns the refusal of the key. */
  private async unknown(address: string): Promise<ShopError> {
    const { allowed, resetSeconds, refusedBefore } = await this.limiter.take('failed_authentications', address);
    return allowed ? unknownKey() : new RateLimited('too many unknown API keys from this address', resetSeconds, refusedBefore);
  }
}

function unknownKey(): Unauthorized {
  return new Unauthorized('the API key is unknown or revoked');
}
