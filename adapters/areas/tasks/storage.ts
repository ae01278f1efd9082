import { ERASED } from '../../../application/areas/customers/erasures.js';
import { TASKS, Tasks } from '../../../application/areas/tasks/tasks.js';
import { provide } from '../../../application/kernel/provide.js';
import { Database } from '../../storage/database.js';
import { emptied, isRowOf } from '../../storage/erasure/eraser.js';
import { storage } from '../../storage/storage.js';
import { stored } from '../../storage/transfer/stored-kinds.js';
import { conversationTable } from '../inbox/conversation.entity.js';
import { jobTable } from '../jobs/job.entity.js';
import { messageTable } from '../texting/message.entity.js';
import { PostgresTasks } from './postgres-tasks.js';
import { TASK_KIND, taskTable } from './task.entity.js';

const taskErasure = emptied({
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

export const tasksStorage = storage({
  tables: [taskTable],
  kinds: [stored(TASKS, TASK_KIND)],
  erases: [taskErasure],
  provides: [provide(Tasks, PostgresTasks, [Database])],
});
