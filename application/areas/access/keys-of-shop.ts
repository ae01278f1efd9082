import { isExpired, managesKeys, type ApiKey } from '../../../domain/access/api-key.js';
import { Conflict } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Clock, UnitOfWork } from '../../kernel/ports/ports.js';
import type { ApiKeys, ListedKey } from './api-keys.js';

/** The keys of one shop at one moment. */
export interface KeysNow {
  /** oldest first */
  readonly all: readonly ListedKey[];
  readonly now: Instant;
}

/** Lets callers change the keys of their shop one after the other, so that each sees what the others have changed. */
export class KeysOfShop {
  constructor(
    private readonly keys: ApiKeys,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Runs work while no other caller changes keys of the shop. */
  change<T>(shop: ShopId, work: (keys: KeysNow) => Promise<T>): Promise<T> {
    return this.unit.run(async () => {
      await this.unit.alone(`keys of ${shop}`);
      return work({ all: await this.keys.listOf(shop), now: this.clock.now() });
    });
  }
}

export function isLive(key: Pick<ListedKey, 'revokedAt' | 'expiresAt' | 'actorActive'>, now: Instant): boolean {
  return key.revokedAt === null && !isExpired(key, now) && key.actorActive;
}

/**
 * Checks that a shop keeps a key that can mint others: without one, only the operator could let the shop in again.
 * @param ends tells of each key whether it is about to end
 * @throws Conflict
 */
export function requireManager({ all, now }: KeysNow, ends: (key: ApiKey) => boolean): void {
  if (all.some((key) => isLive(key, now) && managesKeys(key) && !ends(key))) return;
  throw new Conflict('this would end the last key of the shop that can mint keys; mint another one first');
}
