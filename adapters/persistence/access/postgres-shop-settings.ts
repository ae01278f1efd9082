import { SettingsOfShops } from '../../../application/access/settings-of-shops.js';
import { STANDARD_SETTINGS, type ShopSettings } from '../../../domain/access/shop-settings.js';
import { defined } from '../../../domain/shared/defined.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { statement, type Database } from '../connection/database.js';
import { columnOf, recordProperties, selectList, storedValue } from '../tables/table.js';
import { SETTINGS_OF_SHOP } from './shop-settings.reads.js';
import { shopSettingsTable } from './shop-settings.table.js';

const FIND = statement('shop_settings.find', SETTINGS_OF_SHOP);

const SETTINGS = recordProperties(shopSettingsTable);
const COLUMNS = SETTINGS.map((setting) => columnOf(shopSettingsTable, setting));
const CHANGED = `$${COLUMNS.length + 2}`;

/**
 * Changes some settings of a shop, or inserts its first row. The values are the row of a shop without one, and the last parameter
 * is a list of the columns that change.
 */
const CHANGE = statement(
  'shop_settings.change',
  `insert into shop_settings as t (shop_id, ${COLUMNS.join(', ')})
  values ($1, ${COLUMNS.map((_, index) => `$${index + 2}`).join(', ')})
  on conflict (shop_id) do update set
    ${COLUMNS.map((column) => `${column} = case when '${column}' = any(${CHANGED}::text[]) then excluded.${column} else t.${column} end`).join(', ')}
  returning ${selectList(shopSettingsTable)}`,
);

export class PostgresShopSettings extends SettingsOfShops {
  constructor(private readonly database: Database) {
    super();
  }

  override async find(shop: ShopId): Promise<ShopSettings> {
    const [settings] = await this.database.read<ShopSettings>(FIND, [shop]);
    return settings ?? STANDARD_SETTINGS;
  }

  override async change(shop: ShopId, change: Partial<ShopSettings>): Promise<ShopSettings> {
    const changed = defined(change);
    const row: Readonly<Record<string, unknown>> = { ...STANDARD_SETTINGS, ...changed };
    const [settings] = await this.database.write<ShopSettings>(CHANGE, [
      shop,
      ...SETTINGS.map((setting) => storedValue(shopSettingsTable, setting, row[setting])),
      Object.keys(changed).map((setting) => columnOf(shopSettingsTable, setting)),
    ]);
    return settings ?? STANDARD_SETTINGS;
  }
}
