import { ERASED } from '../../../application/areas/customers/emptied-data.js';
import { emptied, isRowOf } from '../../storage/erasure/eraser.js';
import { conversationTable } from '../conversations/conversation.table.js';
import { jobTable } from '../jobs/job.table.js';
import { messageTable } from '../messages/message.table.js';
import { taskTable } from './task.table.js';

export const taskErasure = emptied({
  table: taskTable,
  after: [conversationTable, messageTable, jobTable],
  about: ({ customer, rowsOf }, parameter) =>
    [
      `t.customer_id = ${parameter(customer)}`,
      isRowOf('t.conversation_id', rowsOf(conversationTable), parameter),
      isRowOf('t.message_id', rowsOf(messageTable), parameter),
      isRowOf('t.job_id', rowsOf(jobTable), parameter),
    ].join(' or '),
  to: { title: `'${ERASED}'`, notes: 'null', externalId: 'null' },
});
