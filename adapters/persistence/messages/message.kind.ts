import type { ThreadMessage } from '../../../domain/messages/message.js';
import type { RecordKind } from '../records/record-kind.js';
import { selectList } from '../tables/table.js';
import { messageTable } from './message.table.js';

export const MESSAGE_KIND: RecordKind<ThreadMessage> = {
  table: messageTable,
  select: `${selectList(messageTable)}, thread.channel, thread.customer_id as "customerId"`,
  from: 'messages t join conversations thread on thread.shop_id = t.shop_id and thread.id = t.conversation_id',
};
