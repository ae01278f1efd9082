import type { ApiKeys, KeyRecord, ListedKey } from '../../../application/access/api-keys.js';
import type { ApiKey } from '../../../domain/access/api-key.js';
import type { ApiKeyId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { statement, type Database } from '../database.js';
import { quoted, selectList } from '../table.js';
import { apiKeyTable, shopTable } from './access.tables.js';

const KEY = selectList(apiKeyTable, 'k');
const SHOP = [...shopTable.columns]
  .map(([property, column]) => `s.${quoted(column)} as ${quoted(`shop.${property}`)}`)
  .join(', ');
/** A key of the shop's own acts for nobody who could leave. */
const ACTOR_ACTIVE = `(k.acts_for is null or exists (
  select from staff m where m.shop_id = k.shop_id and m.user_id = k.acts_for and m.active)) as "actorActive"`;
const FIND = statement(`select ${KEY}, k.shop_id as "shopId", ${ACTOR_ACTIVE}, ${SHOP}
  from api_keys k join shops s on s.id = k.shop_id where k.public_id = $1`);
const LIST = statement(`select ${KEY}, k.shop_id as "shopId", ${ACTOR_ACTIVE}
  from api_keys k where k.shop_id = $1 order by k.created_at, k.id`);
const ADD = statement(`insert into api_keys
  (id, shop_id, public_id, secret_hash, name, scope, grants, acts_for, expires_at, revoked_at, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`);
const REVOKE = statement(`update api_keys set revoked_at = coalesce(revoked_at, $2) where id = $1 returning id`);
const MARK_USED = statement(`update api_keys set last_used_at = $2
  where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')`);

type KeyRow = ListedKey & Pick<KeyRecord, 'secretHash'>;

/** The stored keys themselves; `RememberedApiKeys` stands before it where requests are served. */
export class PostgresApiKeys implements Omit<ApiKeys, 'markUsed'> {
  constructor(private readonly database: Database) {}

  async find(publicId: string): Promise<KeyRecord | null> {
    const [row] = await this.database.read<KeyRow & Record<string, unknown>>(FIND, [publicId]);
    if (!row) return null;
    const { secretHash, actorActive } = row;
    const columns = Object.fromEntries([...shopTable.columns.keys()].map((property) => [property, row[`shop.${property}`]]));
    const shop = columns as unknown as KeyRecord['shop']; // SHOP reads every column of that table, each by its property's name
    return { key: row, shop, secretHash, actorActive };
  }

  async add(key: ApiKey, publicId: string, secretHash: string): Promise<void> {
    const { id, shopId, name, scope, grants, actsFor, expiresAt, revokedAt, createdAt } = key;
    const values = [id, shopId, publicId, secretHash, name, scope, grants, actsFor, expiresAt, revokedAt, createdAt];
    await this.database.write(ADD, values);
  }

  listOf(shop: ShopId): Promise<ListedKey[]> {
    return this.database.read<ListedKey>(LIST, [shop]);
  }

  async revoke(id: ApiKeyId, at: Instant): Promise<boolean> {
    return (await this.database.write(REVOKE, [id, at])).length > 0;
  }

  async touch(id: ApiKeyId, at: Instant): Promise<void> {
    await this.database.read(MARK_USED, [id, at]);
  }
}
