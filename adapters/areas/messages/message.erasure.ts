import { emptied, isRowOf } from '../../storage/erasure/eraser.js';
import { conversationTable } from '../conversations/conversation.table.js';
import { messageTable } from './message.table.js';

/**
 * The shop's own line stays. A text that waits to be sent ends with the error `erased`. Of other errors the code or the stable word
 * stays, because a provider's sentence can name the number.
 */
export const messageErasure = emptied({
  table: messageTable,
  after: [conversationTable],
  about: ({ rowsOf }, parameter) => isRowOf('t.conversation_id', rowsOf(conversationTable), parameter),
  to: {
    body: 'null',
    from: `case when t.direction = 'outbound' then t."from" end`,
    to: `case when t.direction = 'inbound' then t."to" end`,
    status: `case when t.status = 'queued' then 'failed' else t.status end`,
    error: `case when t.status = 'queued' then 'erased' else rtrim(split_part(t.error, ' ', 1), ':') end`,
    dueAt: 'null',
    media: `'[]'`,
    mediaSources: `'[]'`,
    externalId: 'null',
  },
});
