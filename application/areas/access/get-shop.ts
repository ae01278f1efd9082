import type { SetUpShop } from '../../../domain/access/shop.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { ShopView } from './shop.view.js';
import { SettingsOfShops, Shops } from './shops.js';

class GetShopInput {}

class GetShop implements UseCase<GetShopInput, SetUpShop> {
  constructor(
    private readonly shops: Shops,
    private readonly settings: SettingsOfShops,
  ) {}

  /** The caller's own copy of the shop may be older than its last change. */
  async execute({ shop }: Caller): Promise<SetUpShop> {
    return { shop: (await this.shops.find(shop.id)) ?? shop, settings: await this.settings.find(shop.id) };
  }
}

export const getShop = operation(GetShop, {
  name: 'shop.get',
  summary: 'Read the shop with its settings',
  description:
    'Gives the shop’s name, zone, features, opening hours, closures, bays and the rules of its texts and bookings. Nobody is ' +
    'contacted. A repetition reads anew. Refuses nothing but a key without the section.',
  scope: 'read',
  capability: { permission: 'shop.manage', budget: 'read' },
  input: GetShopInput,
  output: one(ShopView),
  needs: [Shops, SettingsOfShops],
});
