import type { ConversationDetail } from '../../../application/areas/conversations/conversations.js';
import type { Conversation } from '../../../domain/conversations/conversation.js';
import type { ConversationId, ShopId } from '../../../domain/shared/id.js';
import type { OptOut } from '../../../domain/texting/opt-out.js';
import type { Database } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';
import { nested, nestedRows } from '../../storage/tables/nested-rows.js';
import { CUSTOMER_KIND } from '../customers/customer.kind.js';
import { customerTable } from '../customers/customer.table.js';
import { optOutIn, optOutOf } from '../opt-outs/opt-out.reads.js';
import { CONVERSATION_KIND } from './conversation.kind.js';

const CUSTOMER = `select ${CUSTOMER_KIND.select} from ${CUSTOMER_KIND.from}
  where t.shop_id = $1 and t.id = (select c.customer_id from conversations c where c.shop_id = $1 and c.id = $2)`;

const PHONE = '(select p.phone from customers p where p.shop_id = $1 and p.id = t.customer_id)';

const DETAIL = statement(
  'conversations.detail',
  `select ${CONVERSATION_KIND.select}, ${nested(CUSTOMER)} as "customers",
    ${optOutOf(`coalesce(t.contact_number, ${PHONE})`)} as "optOuts", ${optOutOf(PHONE)} as "customerOptOuts"
  from ${CONVERSATION_KIND.from} where t.shop_id = $1 and t.id = $2`,
);

interface Joined {
  readonly customers: readonly NonNullable<ConversationDetail['customer']>[];
  readonly optOuts: readonly OptOut[];
  readonly customerOptOuts: readonly OptOut[];
}

/** Reads a thread with its customer by one statement, and so from one snapshot. */
export async function readDetail(database: Database, shop: ShopId, id: ConversationId): Promise<ConversationDetail | null> {
  const [row] = await database.read<Conversation & Joined>(DETAIL, [shop, id]);
  if (!row) return null;
  const { customers, optOuts, customerOptOuts, ...conversation } = row;
  const [customer = null] = nestedRows(customerTable, customers);
  return { conversation, customer, optOut: optOutIn(optOuts), customerOptOut: optOutIn(customerOptOuts) };
}
