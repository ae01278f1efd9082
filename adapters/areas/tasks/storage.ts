import { ERASED } from '../../../application/areas/customers/erasures.js';
import { TASKS, Tasks } from '../../../application/areas/tasks/tasks.js';
import { provide } from '../../../application/kernel/provide.js';
import { Database } from '../../storage/database.js';
import { emptied, isRowOf } from '../../storage/erasure/eraser.js';
import { storage } from '../../storage/storage.js';
import { stored } from '../../storage/transfer/stored-kinds.js';
import { callTable } from '../calls/call.entity.js';
import { RECORD } from '../events/postgres-event-feed.js';
import { conversationTable } from '../inbox/conversation.entity.js';
import { jobTable } from '../jobs/job.entity.js';
import { leadTable } from '../leads/lead.entity.js';
import { reviewTable } from '../reviews/review.entity.js';
import { messageTable } from '../texting/message.entity.js';
import { PostgresTasks } from './postgres-tasks.js';
import { TASK_KIND, taskTable } from './task.entity.js';

/** The tables whose events can make a rule write about the person into a task that is linked to none of these rows. */
const FOLLOWED = [leadTable, callTable, conversationTable, messageTable, jobTable, reviewTable];

/**
 * The SQL of a condition: a rule has made the task about one of the records. It follows the causes of the kept events, also from what
 * a rule made to what anybody did with it, and to what another rule made of that.
 * @param ids the parameter with the ids of the records
 */
const madeByRules = (ids: string): string => `t.id in (
  with recursive made as materialized (
    select e.id, e.type, e.data ->> 'id' as record, e.cause ->> 'event_id' as because
    from outbox e where e.shop_id = $1 and e.cause ->> 'automation_id' is not null
  ), followed as (
    select e.id, e.type, e.data ->> 'id' as record from outbox e where e.shop_id = $1 and e.data ->> 'id' = any(${ids}::text[])
    union
    select n.* from followed f cross join lateral (
      select m.id, m.type, m.record from made m where m.because = f.id::text or m.record = f.record
      union all
      select t.id, t.type, t.data ->> 'id' from outbox t where t.shop_id = $1 and t.number is not null and ${RECORD} = f.record
    ) n
  )
  select f.record::uuid from followed f where f.type = 'task.created')`;

const taskErasure = emptied({
  table: taskTable,
  after: FOLLOWED,
  about: ({ customer, rowsOf }, parameter) =>
    [
      madeByRules(parameter([customer, ...FOLLOWED.flatMap(rowsOf)])),
      `t.customer_id = ${parameter(customer)}`,
      isRowOf('t.conversation_id', rowsOf(conversationTable), parameter),
      isRowOf('t.message_id', rowsOf(messageTable), parameter),
      isRowOf('t.job_id', rowsOf(jobTable), parameter),
    ].join(' or '),
  to: { title: `'${ERASED}'`, notes: 'null', externalId: 'null', metadata: `'{}'` },
});

export const tasksStorage = storage({
  tables: [taskTable],
  kinds: [stored(TASKS, TASK_KIND)],
  erases: [taskErasure],
  provides: [provide(Tasks, PostgresTasks, [Database])],
});
