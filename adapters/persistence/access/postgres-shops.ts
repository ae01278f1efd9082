import { Shops, type ShopChange } from '../../../application/access/shops.js';
import type { Shop } from '../../../domain/access/shop.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { statement, type Database } from '../connection/database.js';
import { insertion } from '../tables/insertion.js';
import { selectList } from '../tables/table.js';
import { announceAccess } from './announce-access.js';
import { shopTable } from './shop.table.js';

const COLUMNS = selectList(shopTable);
const FIND = statement('shops.find', `select ${COLUMNS} from shops t where t.id = $1`);
const LIST = statement('shops.list', `select ${COLUMNS} from shops t order by t.created_at, t.id`);
const INSERTION = insertion<Shop>(shopTable);
const ADD = statement('shops.add', INSERTION.sql);
const CHANGE = statement(
  'shops.change',
  `update shops t set name = coalesce($2, name), timezone = coalesce($3, timezone),
    suspended = coalesce($4, suspended), plan_lapsed = coalesce($5, plan_lapsed), features = features || coalesce($6, '{}'::jsonb)
  where t.id = $1 returning ${COLUMNS}`,
);

export class PostgresShops extends Shops {
  constructor(private readonly database: Database) {
    super();
  }

  override async find(id: ShopId): Promise<Shop | null> {
    return (await this.database.read<Shop>(FIND, [id]))[0] ?? null;
  }

  override list(): Promise<Shop[]> {
    return this.database.read<Shop>(LIST, []);
  }

  override async add(shop: Shop): Promise<void> {
    await this.database.write(ADD, INSERTION.valuesOf(shop));
  }

  override change(id: ShopId, { name, timezone, suspended, planLapsed, features }: ShopChange): Promise<Shop | null> {
    return this.database.transaction(async () => {
      const values = [id, name, timezone, suspended, planLapsed, features];
      const [changed] = await this.database.write<Shop>(CHANGE, values);
      if (changed) await announceAccess(this.database, `shop:${id}`);
      return changed ?? null;
    });
  }
}
