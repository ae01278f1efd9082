import { IsNull } from 'typeorm/find-options/operator/IsNull.js'; // the entry would load all of TypeORM
import type { ApiKeys, KeyRecord, ListedKey, MintedToken } from '../../../application/areas/access/api-keys.js';
import { frozen } from '../../../application/kernel/frozen.js';
import type { ApiKey } from '../../../domain/access/api-key.js';
import type { ApiKeyId, ShopId } from '../../../domain/shared/id.js';
import { later, type Instant } from '../../../domain/shared/instant.js';
import type { Database } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';
import { quoted, selectList } from '../../storage/tables/table.js';
import { apiKeyTable } from './api-key.entity.js';
import { shopTable } from './shop.entity.js';

/** The channel on which changes of shops and keys are announced. */
export const ACCESS_CHANGED = 'access_changed';

const ANNOUNCE = statement('access.announce', `select pg_notify('${ACCESS_CHANGED}', $1)`);

/**
 * Tells every instance to forget a key or the keys of a shop. It is a statement of its own in the transaction of the change: a
 * distributed database has no triggers, and it runs what stands in the change itself on other servers.
 * @param subject `key:<id>` or `shop:<id>`
 */
export async function announceAccess(database: Database, subject: string): Promise<void> {
  await database.write(ANNOUNCE, [subject]);
}

const KEY = selectList(apiKeyTable, 'k');
const SHOP = [...shopTable.columns]
  .map(([property, column]) => `s.${quoted(column)} as ${quoted(`shop.${property}`)}`)
  .join(', ');
const WITH_SHOP = `select ${KEY}, k.shop_id as "shopId", ${SHOP} from api_keys k join shops s on s.id = k.shop_id`;
const FIND = statement('api_keys.find', `${WITH_SHOP} where k.public_id = $1`);
const FIND_SOME = statement('api_keys.find_some', `${WITH_SHOP} where k.public_id = any($1::text[])`);
/** A key names no shop before it is found, so a statement of its own asks for the person of the shop. */
const ACTOR = statement('staff.is_active', `select m.active from staff m where m.shop_id = $1 and m.user_id = $2`);
const LIST = statement(
  'api_keys.list',
  `select ${selectList(apiKeyTable, 'k', ['lastUsedAt'])}, greatest(k.last_used_at, u.used_at) as "lastUsedAt", k.shop_id as "shopId",
    k.acts_for is null or exists (
      select from staff m where m.shop_id = $1 and m.user_id = k.acts_for and m.active) as "actorActive"
  from api_keys k left join api_key_uses u on u.shop_id = $1 and u.key_id = k.id
  where k.shop_id = $1 order by k.created_at, k.id`,
);
/** A use is noted at most once in this time. */
const NOTED_EVERY_MS = 60_000;
const MARK_USED = statement(
  'api_keys.mark_used',
  `insert into api_key_uses as u (shop_id, key_id, used_at) values ($1, $2, $3)
  on conflict (shop_id, key_id) do update set used_at = excluded.used_at
    where u.used_at < $4`,
);

type Row = ApiKey & { readonly publicId: string; readonly secretHash: string };
type FoundRow = Omit<ListedKey, 'actorActive'> & Pick<KeyRecord, 'secretHash'> & Record<string, unknown>;

/** The stored keys. Requests use `RememberedApiKeys`, a cache in front of this class. */
export class PostgresApiKeys implements Omit<ApiKeys, 'markUsed' | 'recall' | 'lastSeen' | 'findTogether'> {
  constructor(private readonly database: Database) {}

  async find(publicId: string): Promise<KeyRecord | null> {
    const [row] = await this.database.read<FoundRow>(FIND, [publicId]);
    return row ? this.recordOf(row) : null;
  }

  /** Returns the records by public id. Public ids that do not exist are left out. */
  async findSome(publicIds: readonly string[]): Promise<ReadonlyMap<string, KeyRecord>> {
    const rows = await this.database.read<FoundRow>(FIND_SOME, [publicIds]);
    return new Map(await Promise.all(rows.map(async (row) => [row.publicId, await this.recordOf(row)] as const)));
  }

  async add(key: ApiKey, publicId: string, secretHash: string): Promise<void> {
    await this.database.withRepositories((manager) => manager.insert<Row>(apiKeyTable.schema, { ...key, publicId, secretHash }));
  }

  listOf(shop: ShopId): Promise<ListedKey[]> {
    return this.database.read<ListedKey>(LIST, [shop]);
  }

  get(id: ApiKeyId): Promise<ApiKey | null> {
    return this.database.withRepositories((manager) => manager.getRepository<Row>(apiKeyTable.schema).findOneBy({ id }));
  }

  replace(former: ApiKeyId, until: Instant, key: ApiKey, token: Pick<MintedToken, 'publicId' | 'secretHash'>): Promise<boolean> {
    return this.database.transaction(async () => {
      const isLive = await this.database.withRepositories(async (manager) => {
        const keys = manager.getRepository<Row>(apiKeyTable.schema);
        const { affected } = await keys.update({ id: former, revokedAt: IsNull() }, { expiresAt: until });
        if (affected === 1) await keys.insert({ ...key, publicId: token.publicId, secretHash: token.secretHash });
        return affected === 1;
      });
      if (isLive) await announceAccess(this.database, `key:${former}`);
      return isLive;
    });
  }

  revoke(shopId: ShopId, id: ApiKeyId, at: Instant): Promise<boolean> {
    return this.database.transaction(async () => {
      const isKnown = await this.database.withRepositories(async (manager) => {
        const keys = manager.getRepository<Row>(apiKeyTable.schema);
        await keys.update({ shopId, id, revokedAt: IsNull() }, { revokedAt: at });
        return keys.existsBy({ shopId, id });
      });
      if (isKnown) await announceAccess(this.database, `key:${id}`);
      return isKnown;
    });
  }

  async touch({ shopId, id }: Pick<ApiKey, 'shopId' | 'id'>, at: Instant): Promise<void> {
    await this.database.writeApart(MARK_USED, [shopId, id, at, later(at, -NOTED_EVERY_MS)]);
  }

  /** Every later call with the key gets the same record, so nobody may write to it. */
  private async recordOf(row: FoundRow): Promise<KeyRecord> {
    const columns = Object.fromEntries([...shopTable.columns.keys()].map((property) => [property, row[`shop.${property}`]]));
    const shop = columns as unknown as KeyRecord['shop']; // safe: SHOP selects every column of the table under its property's name
    return frozen({ key: row, shop, secretHash: row.secretHash, actorActive: await this.isActorActive(row) });
  }

  /** A key that acts for nobody belongs to the shop itself, so it stays valid when a member of staff leaves. */
  private async isActorActive({ shopId, actsFor }: FoundRow): Promise<boolean> {
    if (actsFor === null) return true;
    const [actor] = await this.database.read<{ readonly active: boolean }>(ACTOR, [shopId, actsFor]);
    return actor?.active === true;
  }
}
