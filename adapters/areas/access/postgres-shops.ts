import { Shops, type ShopChange } from '../../../application/areas/access/shops.js';
import type { Shop } from '../../../domain/access/shop.js';
import { defined } from '../../../domain/shared/defined.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { announceAccess } from './postgres-announcements.js';
import { shopTable } from './shop.table.js';

export class PostgresShops extends Shops {
  constructor(private readonly database: Database) {
    super();
  }

  override find(id: ShopId): Promise<Shop | null> {
    return this.database.withRepositories((manager) => manager.findOneBy<Shop>(shopTable.schema, { id }));
  }

  override list(): Promise<Shop[]> {
    const order = { createdAt: 'asc', id: 'asc' } as const;
    return this.database.withRepositories((manager) => manager.find<Shop>(shopTable.schema, { order }));
  }

  override async add(shop: Shop): Promise<void> {
    await this.database.withRepositories((manager) => manager.insert<Shop>(shopTable.schema, shop));
  }

  override change(id: ShopId, { features, ...change }: ShopChange): Promise<Shop | null> {
    return this.database.transaction(async () => {
      const changed = await this.database.withRepositories(async (manager) => {
        const lock = { mode: 'for_no_key_update' } as const;
        const shop = await manager.findOne<Shop>(shopTable.schema, { where: { id }, lock });
        if (!shop) return null;
        const next = { ...shop, ...defined(change), features: { ...shop.features, ...features } };
        await manager.update<Shop>(shopTable.schema, { id }, next);
        return next;
      });
      if (changed) await announceAccess(this.database, `shop:${id}`);
      return changed;
    });
  }
}
