import { FEATURES, type Feature, type Shop } from '../../domain/access/shop.js';
import type { ShopSettings } from '../../domain/access/shop-settings.js';
import { readSetting, SETTING_NAMES } from '../../domain/access/written-settings.js';
import { NotFound, ValidationError } from '../../domain/shared/errors.js';
import type { ShopId } from '../../domain/shared/id.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';
import { knownTimezone, shopName } from './create-shop.js';
import type { SettingsOfShops } from './settings-of-shops.js';
import type { ShopChange, Shops } from './shops.js';

/** What an operator typed: `timezone=America/Toronto`. */
export interface Assignment {
  readonly key: string;
  readonly value: string;
}

export interface SetUpShop {
  readonly shop: Shop;
  readonly settings: ShopSettings;
}

/** Sets all that is named, or nothing. Feature switches take effect on every instance within a second. */
export class SetShop {
  constructor(
    private readonly shops: Shops,
    private readonly settings: SettingsOfShops,
    private readonly unit: UnitOfWork,
  ) {}

  /** @throws NotFound, ValidationError naming the first key that is unknown, named twice or wrong */
  async execute(id: ShopId, assignments: readonly Assignment[]): Promise<SetUpShop> {
    const wanted = read(assignments);
    return this.unit.run(async () => {
      const shop = await this.shops.change(id, wanted.shop);
      if (!shop) throw new NotFound('shop');
      const settings = Object.keys(wanted.settings).length > 0 ? this.settings.change(id, wanted.settings) : this.settings.find(id);
      return { shop, settings: await settings };
    });
  }
}

interface Wanted {
  readonly shop: ShopChange;
  readonly settings: Partial<ShopSettings>;
}

function read(assignments: readonly Assignment[]): Wanted {
  let wanted: Wanted = { shop: {}, settings: {} };
  for (const [index, { key, value }] of assignments.entries()) {
    if (assignments.findIndex((other) => other.key === key) < index) throw new ValidationError(key, 'is given twice');
    const settings = readSetting(key, value);
    if (settings) wanted = { ...wanted, settings: { ...wanted.settings, ...settings } };
    else wanted = { ...wanted, shop: withShopKey(wanted.shop, key, value) };
  }
  return wanted;
}

const FEATURE_KEYS: ReadonlyMap<string, Feature> = new Map(FEATURES.map((feature) => [`features.${feature}`, feature]));
const SHOP_KEYS: readonly string[] = ['name', 'timezone', ...FEATURE_KEYS.keys(), ...SETTING_NAMES];

function withShopKey(change: ShopChange, key: string, value: string): ShopChange {
  if (key === 'name') return { ...change, name: shopName(value) };
  if (key === 'timezone') return { ...change, timezone: knownTimezone(value.trim()) };
  const feature = FEATURE_KEYS.get(key);
  if (!feature) throw new ValidationError(key, `cannot be set; what can is ${SHOP_KEYS.join(', ')}`);
  const wanted = value.trim().toLowerCase();
  if (wanted !== 'on' && wanted !== 'off') throw new ValidationError(key, 'must be on or off');
  return { ...change, features: { ...change.features, [feature]: wanted === 'on' } };
}
