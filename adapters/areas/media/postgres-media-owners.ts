import { MediaOwners, type MediaOwner } from '../../../application/areas/media/media-owners.js';
import type { Wanted } from '../../../application/transfer/import-store.js';
import type { CallId, MessageId, ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';

const WANTED = 'where t.shop_id = $1 and (t.id = any($2::uuid[]) or t.external_id = any($3::text[]))';
const CALLS = statement('media.calls', `select t.id, t.external_id as "externalId" from calls t ${WANTED}`);
const MESSAGES = statement('media.messages', `select t.id, t.external_id as "externalId" from messages t ${WANTED}`);

export class PostgresMediaOwners extends MediaOwners {
  constructor(private readonly database: Database) {
    super();
  }

  override calls(shop: ShopId, { ids, externalIds }: Wanted): Promise<readonly MediaOwner<CallId>[]> {
    return this.database.read(CALLS, [shop, ids, externalIds]);
  }

  override messages(shop: ShopId, { ids, externalIds }: Wanted): Promise<readonly MediaOwner<MessageId>[]> {
    return this.database.read(MESSAGES, [shop, ids, externalIds]);
  }
}
