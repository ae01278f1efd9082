import { isExpired } from '../../../domain/access/api-key.js';
import { RateLimited, Unauthorized, type ShopError } from '../../../domain/shared/errors.js';
import type { Caller } from '../../kernel/operation/operation.js';
import type { Clock, RateLimiter } from '../../kernel/ports/ports.js';
import type { ApiKeys, KeyRecord, KeyTokens, ReadToken } from './api-keys.js';

/** Checks the key: step 1 of `docs/behaviour.md`. The message does not say if a key is unknown or revoked. */
export class Authenticate {
  constructor(
    private readonly keys: ApiKeys,
    private readonly tokens: KeyTokens,
    private readonly limiter: RateLimiter,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the caller, if the key is live. A key that is not in memory is looked up.
   * @param token the text after `Bearer`; null: the header was absent or unusable
   * @param address the client's address. Attempts with unknown keys are counted by address. After too many of them a live key is
   * still served, unless very many keys are looked up at the same moment.
   * @throws Unauthorized, RateLimited
   */
  async execute(token: string | null, address: () => string): Promise<Caller> {
    if (token === null) throw new Unauthorized('send the API key as Authorization: Bearer <API_KEY>', false);
    const presented = this.tokens.read(token);
    if (!presented) throw new Unauthorized('the API key is malformed');
    const record = this.keys.recall(presented.publicId) ?? (await this.load(presented, address));
    if (!record || !this.tokens.sameHash(presented.secretHash, record.secretHash)) throw await this.unknown(address());
    return this.liveCaller(record);
  }

  /** Looks a key up. Strange keys from an address with too many failures share their queries, so that they do not cost one each. */
  private async load(presented: ReadToken, address: () => string): Promise<KeyRecord | null> {
    const { publicId } = presented;
    const isStrange = !this.hasSeen(presented) && (await this.limiter.isUsedUp('failed_authentications', address()));
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

  /** True when this process has seen the key with the same secret, whether it is live or not. */
  private hasSeen({ publicId, secretHash }: ReadToken): boolean {
    const record = this.keys.lastSeen(publicId);
    return record !== null && this.tokens.sameHash(secretHash, record.secretHash);
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
