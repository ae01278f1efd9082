import { NotFound } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { ApiKeys, ListedKey } from './api-keys.js';
import type { Shops } from './shops.js';

/** The keys of one shop, oldest first, revoked and expired ones included. */
export class ListKeys {
  constructor(
    private readonly shops: Shops,
    private readonly keys: ApiKeys,
  ) {}

  /** @throws NotFound for a shop that does not exist; a shop without keys gives an empty list */
  async execute(shop: ShopId): Promise<readonly ListedKey[]> {
    if (!(await this.shops.find(shop))) throw new NotFound('shop');
    return this.keys.listOf(shop);
  }
}
