import { Shops } from '../../application/areas/access/shops.js';
import type { Shop } from '../../domain/access/shop.js';
import { NotFound } from '../../domain/shared/errors.js';
import { NOBODY, toId, type ShopId } from '../../domain/shared/id.js';
import type { Use } from '../modules/use.js';

/**
 * Returns the id of a shop that an operator typed. If the text is not a UUID, the result is an id that no shop has, so the
 * command answers as for an unknown id: not found.
 */
export function shopIdOf(text: string): ShopId {
  return toId<'Shop'>(text) ?? NOBODY;
}

/**
 * Reads a shop that an operator named.
 * @throws NotFound when there is no shop with this id
 */
export async function namedShop(use: Use, id: string): Promise<Shop> {
  const shop = await use(Shops).find(shopIdOf(id));
  if (!shop) throw new NotFound('shop');
  return shop;
}
