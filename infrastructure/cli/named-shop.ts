import type { Container } from 'inversify';
import { Shops } from '../../application/access/shops.js';
import type { Shop } from '../../domain/access/shop.js';
import { NotFound } from '../../domain/shared/errors.js';
import { NOBODY, toId, type ShopId } from '../../domain/shared/id.js';

/** Text that is not a UUID becomes an id that no shop has, so the answer is the same as for an unknown id: not found. */
export function shopIdOf(text: string): ShopId {
  return toId<'Shop'>(text) ?? NOBODY;
}

/** @throws NotFound */
export async function namedShop(container: Container, id: string): Promise<Shop> {
  const shop = await container.get(Shops).find(shopIdOf(id));
  if (!shop) throw new NotFound('shop');
  return shop;
}
