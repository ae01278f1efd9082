import { MESSAGES } from '../../../application/messages/records.js';
import { storage } from '../storage.js';
import { stored } from '../transfer/stored-kinds.js';
import { messageTable } from './message.table.js';

const THREAD_CUSTOMER = '(select c.customer_id from conversations c where c.shop_id = t.shop_id and c.id = t.conversation_id)';

export const messagesStorage = storage({
  tables: [messageTable],
  kinds: [stored(MESSAGES, { table: messageTable, facts: { customerId: THREAD_CUSTOMER } })],
});
