import { SettingsOfShops } from '../../../application/areas/access/settings-of-shops.js';
import { STANDARD_SETTINGS, type ShopSettings } from '../../../domain/access/shop-settings.js';
import { defined } from '../../../domain/shared/defined.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';
import { SETTINGS_OF_SHOP } from './shop-settings.reads.js';
import { shopSettingsTable } from './shop-settings.table.js';

/** Every text and every search for free times reads the settings of its shop, so this has a prepared statement. */
const FIND = statement('shop_settings.find', SETTINGS_OF_SHOP);

type Row = ShopSettings & { readonly shopId: string };

export class PostgresShopSettings extends SettingsOfShops {
  constructor(private readonly database: Database) {
    super();
  }

  override async find(shopId: ShopId): Promise<ShopSettings> {
    const [settings] = await this.database.read<ShopSettings>(FIND, [shopId]);
    return settings ?? STANDARD_SETTINGS;
  }

  /** A shop has no row before its first change. */
  override change(shopId: ShopId, change: Partial<ShopSettings>): Promise<ShopSettings> {
    const changed = defined(change);
    return this.database.transaction(async () => {
      await this.database.withRepositories(async (manager) => {
        const rows = manager.getRepository<Row>(shopSettingsTable.schema);
        await rows
          .createQueryBuilder()
          .insert()
          .values({ ...STANDARD_SETTINGS, shopId })
          .orIgnore()
          .execute();
        if (Object.keys(changed).length > 0) await rows.update({ shopId }, changed);
      });
      return this.find(shopId);
    });
  }
}
