import { knownTimezone, shopName, type WantedShop } from '../../application/areas/access/manage-shops.js';
import type { ShopChange } from '../../application/areas/access/shops.js';
import { FEATURES, type Feature } from '../../domain/access/shop.js';
import { ValidationError } from '../../domain/shared/errors.js';
import type { Assignment } from './assignment.js';
import { readSetting, SETTING_NAMES } from './setting-texts/setting-texts.js';

const FEATURE_KEYS: ReadonlyMap<string, Feature> = new Map(FEATURES.map((feature) => [`features.${feature}`, feature]));
const SHOP_KEYS: readonly string[] = ['name', 'timezone', ...FEATURE_KEYS.keys(), ...SETTING_NAMES];

/**
 * Reads the values of a shop and its settings that an operator typed.
 * @throws ValidationError which names the first key that is unknown, given twice or has a wrong value
 */
export function readAssignments(assignments: readonly Assignment[]): WantedShop {
  let wanted: WantedShop = { shop: {}, settings: {} };
  for (const [index, { key, value }] of assignments.entries()) {
    if (assignments.findIndex((other) => other.key === key) < index) throw new ValidationError(key, 'is given twice');
    const settings = readSetting(key, value);
    if (settings) wanted = { ...wanted, settings: { ...wanted.settings, ...settings } };
    else wanted = { ...wanted, shop: withShopKey(wanted.shop, key, value) };
  }
  return wanted;
}

function withShopKey(change: ShopChange, key: string, value: string): ShopChange {
  if (key === 'name') return { ...change, name: shopName(value) };
  if (key === 'timezone') return { ...change, timezone: knownTimezone(value.trim()) };
  const feature = FEATURE_KEYS.get(key);
  if (!feature) throw new ValidationError(key, `cannot be set; these can be set: ${SHOP_KEYS.join(', ')}`);
  const wanted = value.trim().toLowerCase();
  if (wanted !== 'on' && wanted !== 'off') throw new ValidationError(key, 'must be on or off');
  return { ...change, features: { ...change.features, [feature]: wanted === 'on' } };
}
