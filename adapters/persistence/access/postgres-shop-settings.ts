import { SettingsOfShops } from '../../../application/access/settings-of-shops.js';
import { STANDARD_SETTINGS, type ShopSettings } from '../../../domain/access/shop-settings.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { statement, type Database } from '../connection/database.js';
import { selectList } from '../tables/table.js';
import { shopSettingsTable } from './shop-settings.table.js';

const FIND = statement('shop_settings.find', `select ${selectList(shopSettingsTable)} from shop_settings t where t.shop_id = $1`);

/**
 * Changes some settings of a shop, or inserts its first row. `$2` to `$6` are the row of a shop without one, `$7` to `$11` the
 * changed settings. Null in `$7` to `$10` keeps a setting. Null is a value of the messaging service, so `$12` says if that
 * changes.
 */
const CHANGE = statement(
  'shop_settings.change',
  `insert into shop_settings as t (shop_id, opening_hours, texting_hours, closures, bays, messaging_service)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (shop_id) do update set
    opening_hours = coalesce($7::jsonb, t.opening_hours), texting_hours = coalesce($8::jsonb, t.texting_hours),
    closures = coalesce($9::jsonb, t.closures), bays = coalesce($10::jsonb, t.bays),
    messaging_service = case when $12 then $11 else t.messaging_service end
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
    const values = [
      shop,
      ...columns({ ...STANDARD_SETTINGS, ...change }),
      ...columns(change),
      change.messagingService !== undefined,
    ];
    const [settings] = await this.database.write<ShopSettings>(CHANGE, values);
    return settings ?? STANDARD_SETTINGS;
  }
}

function columns({ openingHours, textingHours, closures, bays, messagingService = null }: Partial<ShopSettings>): unknown[] {
  // The first four values are JSON texts, because the driver would write a list as a PostgreSQL array.
  return [
    ...[openingHours, textingHours, closures, bays].map((value) => (value === undefined ? null : JSON.stringify(value))),
    messagingService,
  ];
}
