import { SettingsOfShops, Shops, type ChangedShop, type ShopChange } from '../../../application/areas/access/shops.js';
import { STANDARD_SETTINGS, type Shop, type ShopSettings } from '../../../domain/access/shop.js';
import { defined } from '../../../domain/shared/defined.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';
import { Together } from '../../storage/records/together.js';
import { announceAccess } from './postgres-api-keys.js';
import { SETTINGS_OF_SHOP, shopSettingsTable, shopTable } from './shop.entity.js';

type Row = ShopSettings & { readonly shopId: string };

export class PostgresShops extends Shops {
  /** Each text of a burst asks for its shop. */
  private readonly finds: Together<null, Shop | null>;

  constructor(private readonly database: Database) {
    super();
    const find = (id: ShopId): Promise<Shop | null> =>
      this.database.withRepositories((manager) => manager.findOneBy<Shop>(shopTable.schema, { id }));
    this.finds = new Together(database, {
      alone: find,
      many: async (id, calls) => {
        const result = await find(id);
        return calls.map(() => ({ kind: 'done', result }));
      },
    });
  }

  override find(id: ShopId): Promise<Shop | null> {
    return this.finds.run(id, null);
  }

  override list(): Promise<Shop[]> {
    const order = { createdAt: 'asc', id: 'asc' } as const;
    return this.database.withRepositories((manager) => manager.find<Shop>(shopTable.schema, { order }));
  }

  /** A shop has its row of settings from the beginning, because a distributed database finds the server of a write by it. */
  override add(shop: Shop): Promise<void> {
    return this.database.transaction(() =>
      this.database.withRepositories(async (manager) => {
        await manager.insert<Shop>(shopTable.schema, shop);
        await manager.insert<Row>(shopSettingsTable.schema, { ...STANDARD_SETTINGS, shopId: shop.id });
      }),
    );
  }

  override change(id: ShopId, { features, ...change }: ShopChange): Promise<ChangedShop | null> {
    return this.database.transaction(async () => {
      const changed = await this.database.withRepositories(async (manager) => {
        const lock = { mode: 'for_no_key_update' } as const;
        const before = await manager.findOne<Shop>(shopTable.schema, { where: { id }, lock });
        if (!before) return null;
        const shop = { ...before, ...defined(change), features: { ...before.features, ...features } };
        await manager.update<Shop>(shopTable.schema, { id }, shop);
        return { before, shop };
      });
      if (changed) await announceAccess(this.database, `shop:${id}`);
      return changed;
    });
  }
}

/** Every text and every search for free times reads the settings of its shop, so this has a prepared statement. */
const FIND = statement('shop_settings.find', SETTINGS_OF_SHOP);
/** A shop may not take the messaging service of another one. It is asked when one is set, and a shop has one row. */
const USERS_OF = statement(
  'shop_settings.users_of',
  'select t.shop_id as "shopId" from shop_settings t where t.messaging_service = $1 limit 2',
);

export class PostgresShopSettings extends SettingsOfShops {
  constructor(private readonly database: Database) {
    super();
  }

  override async find(shopId: ShopId): Promise<ShopSettings> {
    const [settings] = await this.database.read<ShopSettings>(FIND, [shopId]);
    return settings ?? STANDARD_SETTINGS;
  }

  /** A shop of an earlier release has no row before its first change. */
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

  override async usersOf(messagingService: string): Promise<ShopId[]> {
    const rows = await this.database.read<{ readonly shopId: ShopId }>(USERS_OF, [messagingService]);
    return rows.map(({ shopId }) => shopId);
  }
}
