import { Calls } from '../../../application/calls/calls.js';
import type { CustomerId, ShopId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { statement, type Database } from '../connection/database.js';

/** The condition on the number is the expression of the index `calls_ownerless`. */
const ADOPT = statement(
  'calls.adopt',
  `update calls t set customer_id = $3
  where t.shop_id = $1 and t.customer_id is null and (case t.direction when 'inbound' then t."from" else t."to" end) = $2
    and (t.conversation_id is null or exists (
      select from conversations c where c.shop_id = $1 and c.id = t.conversation_id and c.customer_id = $3))`,
);

export class PostgresCalls extends Calls {
  constructor(private readonly database: Database) {
    super();
  }

  override async adopt(shop: ShopId, number: E164, customer: CustomerId): Promise<void> {
    await this.database.write(ADOPT, [shop, number, customer]);
  }
}
