import type { ApiKeys, KeyRecord, ListedKey } from '../../../application/access/api-keys.js';
import type { ApiKey } from '../../../domain/access/api-key.js';
import type { ApiKeyId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { statement, type Database } from '../connection/database.js';
import { insertion } from '../tables/insertion.js';
import { quoted, selectList } from '../tables/table.js';
import { apiKeyTable } from './api-key.table.js';
import { shopTable } from './shop.table.js';

const KEY = selectList(apiKeyTable, 'k');
const SHOP = [...shopTable.columns]
  .map(([property, column]) => `s.${quoted(column)} as ${quoted(`shop.${property}`)}`)
  .join(', ');
/**
 * SQL: true when the key acts for no person, or for an active member of staff. A key without `acts_for` belongs to the shop
 * itself, so it stays valid when a member of staff leaves.
 */
const ACTOR_ACTIVE = `(k.acts_for is null or exists (
  select from staff m where m.shop_id = k.shop_id and m.user_id = k.acts_for and m.active)) as "actorActive"`;
const WITH_SHOP = `select ${KEY}, k.shop_id as "shopId", ${ACTOR_ACTIVE}, ${SHOP} from api_keys k join shops s on s.id = k.shop_id`;
const FIND = statement('api_keys.find', `${WITH_SHOP} where k.public_id = $1`);
const FIND_SOME = statement('api_keys.find_some', `${WITH_SHOP} where k.public_id = any($1::text[])`);
const LIST = statement(
  'api_keys.list',
  `select ${KEY}, k.shop_id as "shopId", ${ACTOR_ACTIVE}
  from api_keys k where k.shop_id = $1 order by k.created_at, k.id`,
);
const INSERTION = insertion<ApiKey & { readonly publicId: string; readonly secretHash: string }>(apiKeyTable, ['lastUsedAt']);
const ADD = statement('api_keys.add', INSERTION.sql);
const REVOKE = statement(
  'api_keys.revoke',
  `update api_keys set revoked_at = coalesce(revoked_at, $2) where id = $1 returning id`,
);
const MARK_USED = statement(
  'api_keys.mark_used',
  `update api_keys set last_used_at = $2
  where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')`,
);

type FoundRow = ListedKey & Pick<KeyRecord, 'secretHash'> & Record<string, unknown>;

/** The stored keys. Requests use `RememberedApiKeys`, a cache in front of this class. */
export class PostgresApiKeys implements Omit<ApiKeys, 'markUsed' | 'recall' | 'findTogether'> {
  constructor(private readonly database: Database) {}

  async find(publicId: string): Promise<KeyRecord | null> {
    const [row] = await this.database.read<FoundRow>(FIND, [publicId]);
    return row ? recordOf(row) : null;
  }

  /** Returns the records by public id. Public ids that do not exist are left out. */
  async findSome(publicIds: readonly string[]): Promise<ReadonlyMap<string, KeyRecord>> {
    const rows = await this.database.read<FoundRow>(FIND_SOME, [publicIds]);
    return new Map(rows.map((row) => [row.publicId, recordOf(row)]));
  }

  async add(key: ApiKey, publicId: string, secretHash: string): Promise<void> {
    await this.database.write(ADD, INSERTION.valuesOf({ ...key, publicId, secretHash }));
  }

  listOf(shop: ShopId): Promise<ListedKey[]> {
    return this.database.read<ListedKey>(LIST, [shop]);
  }

  async revoke(id: ApiKeyId, at: Instant): Promise<boolean> {
    return (await this.database.write(REVOKE, [id, at])).length > 0;
  }

  async touch(id: ApiKeyId, at: Instant): Promise<void> {
    await this.database.writeApart(MARK_USED, [id, at]);
  }
}

function recordOf(row: FoundRow): KeyRecord {
  const { secretHash, actorActive } = row;
  const columns = Object.fromEntries([...shopTable.columns.keys()].map((property) => [property, row[`shop.${property}`]]));
  const shop = columns as unknown as KeyRecord['shop']; // safe: SHOP selects every column of the table under its property's name
  return { key: row, shop, secretHash, actorActive };
}
