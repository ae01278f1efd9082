import type { ShopSettings } from '../../../domain/access/shop-settings.js';
import type { Shop } from '../../../domain/access/shop.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { UnitOfWork } from '../../kernel/ports/unit-of-work.js';
import type { SettingsOfShops } from './settings-of-shops.js';
import type { ShopChange, Shops } from './shops.js';

/** The new values of a shop, already parsed. An absent value is not changed. */
export interface WantedShop {
  readonly shop: ShopChange;
  readonly settings: Partial<ShopSettings>;
}

export interface SetUpShop {
  readonly shop: Shop;
  readonly settings: ShopSettings;
}

/** Stores all given values of a shop, or none of them. Feature switches take effect on every instance within a second. */
export class SetShop {
  constructor(
    private readonly shops: Shops,
    private readonly settings: SettingsOfShops,
    private readonly unit: UnitOfWork,
  ) {}

  /** @throws NotFound when there is no such shop */
  async execute(id: ShopId, wanted: WantedShop): Promise<SetUpShop> {
    return this.unit.run(async () => {
      const shop = await this.shops.change(id, wanted.shop);
      if (!shop) throw new NotFound('shop');
      const settings =
        Object.keys(wanted.settings).length > 0 ? this.settings.change(id, wanted.settings) : this.settings.find(id);
      return { shop, settings: await settings };
    });
  }
}
