import { ERASED } from '../../../application/areas/customers/emptied-data.js';
import { emptied, isOneOf, isRowOf } from '../../storage/erasure/eraser.js';
import { conversationTable } from '../conversations/conversation.table.js';
import { scheduledMessageTable } from './scheduled-message.table.js';

export const scheduledMessageErasure = emptied({
  table: scheduledMessageTable,
  after: [conversationTable],
  about: ({ customer, numbers, emails, rowsOf }, parameter) =>
    [
      `t.customer_id = ${parameter(customer)}`,
      isRowOf('t.conversation_id', rowsOf(conversationTable), parameter),
      isOneOf('t."to"', [...numbers, ...emails], parameter),
    ].join(' or '),
  to: { body: `'${ERASED}'`, subject: 'null', to: `'${ERASED}'`, dueAt: 'null' },
});
