import { deleted, isOneOf, isRowOf } from '../../storage/erasure/eraser.js';
import { messageTable } from '../messages/message.table.js';
import { sandboxOutboxTable } from './sandbox-outbox.table.js';

export const sandboxOutboxErasure = deleted({
  table: sandboxOutboxTable,
  after: [messageTable],
  about: ({ numbers, emails, rowsOf }, parameter) =>
    `${isOneOf('t."to"', [...numbers, ...emails], parameter)} or ${isRowOf('t.message', rowsOf(messageTable), parameter)}`,
});
