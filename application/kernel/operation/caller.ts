import type { Actor } from '../../../domain/access/actor.js';
import type { ApiKey } from '../../../domain/access/api-key.js';
import type { Shop } from '../../../domain/access/shop.js';

/** The caller: a live key, and the one shop it is bound to. */
export interface Caller {
  readonly key: ApiKey;
  readonly shop: Shop;
}

export function actorOf({ key }: Caller): Actor {
  return { keyId: key.id, userId: key.actsFor };
}
