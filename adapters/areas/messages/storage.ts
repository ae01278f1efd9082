import { CaughtUp } from '../../../application/areas/messages/caught-up.js';
import { Messages } from '../../../application/areas/messages/messages.js';
import { MESSAGES } from '../../../application/areas/messages/records.js';
import { provide } from '../../../application/kernel/provide.js';
import { Texts1795386720000 } from '../../migrations/1795386720000-texts.js';
import { MessagePages1795387300000 } from '../../migrations/1795387300000-message-pages.js';
import { TextsCaughtUp1795389440000 } from '../../migrations/1795389440000-texts-caught-up.js';
import { MessageSender1795391900000 } from '../../migrations/1795391900000-message-sender.js';
import { MessageTraces1795456000100 } from '../../migrations/1795456000100-message-traces.js';
import { Database } from '../../storage/database.js';
import { storage } from '../../storage/storage.js';
import { stored } from '../../storage/transfer/stored-kinds.js';
import { caughtUpTable } from './caught-up.table.js';
import { messageTable } from './message.table.js';
import { PostgresCaughtUp } from './postgres-caught-up.js';
import { PostgresMessages } from './postgres-messages.js';

const THREAD_CUSTOMER = '(select c.customer_id from conversations c where c.shop_id = t.shop_id and c.id = t.conversation_id)';
import { messageErasure } from './message.erasure.js';

export const messagesStorage = storage({
  migrations: [
    Texts1795386720000,
    MessagePages1795387300000,
    TextsCaughtUp1795389440000,
    MessageSender1795391900000,
    MessageTraces1795456000100,
  ],
  tables: [messageTable, caughtUpTable],
  kinds: [stored(MESSAGES, { table: messageTable, facts: { customerId: THREAD_CUSTOMER } })],
  due: [{ work: 'messages.hand_over', table: messageTable }],
  erases: [messageErasure],
  impersonal: [caughtUpTable],
  provides: [provide(Messages, PostgresMessages, [Database]), provide(CaughtUp, PostgresCaughtUp, [Database])],
});
