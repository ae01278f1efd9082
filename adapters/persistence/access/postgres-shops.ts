import { Shops, type ShopChange } from '../../../application/access/shops.js';
import type { Shop } from '../../../domain/access/shop.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { statement, type Database } from '../connection/database.js';
import { selectList } from '../tables/table.js';
import { shopTable } from './access.tables.js';

const COLUMNS = selectList(shopTable);
const FIND = statement(`select ${COLUMNS} from shops t where t.id = $1`);
const LIST = statement(`select ${COLUMNS} from shops t order by t.created_at, t.id`);
const ADD = statement(`insert into shops (id, name, timezone, country, currency, suspended, plan_lapsed, features, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`);
const CHANGE = statement(`update shops t set name = coalesce($2, name), timezone = coalesce($3, timezone),
    suspended = coalesce($4, suspended), plan_lapsed = coalesce($5, plan_lapsed), features = features || coalesce($6, '{}'::jsonb)
  where t.id = $1 returning ${COLUMNS}`);

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
    const { id, name, timezone, country, currency, suspended, planLapsed, features, createdAt } = shop;
    await this.database.write(ADD, [id, name, timezone, country, currency, suspended, planLapsed, features, createdAt]);
  }

  override async change(id: ShopId, { name, timezone, suspended, planLapsed, features }: ShopChange): Promise<Shop | null> {
    return (await this.database.write<Shop>(CHANGE, [id, name, timezone, suspended, planLapsed, features]))[0] ?? null;
  }
}
