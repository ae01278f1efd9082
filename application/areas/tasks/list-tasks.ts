import { defined } from '../../../domain/shared/defined.js';
import type { ConversationId, CustomerId, PersonId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Task } from '../../../domain/tasks/task.js';
import { Flag, OneOf } from '../../kernel/fields/fields.js';
import { ChangesCursor, IdFilter, Offset, OffsetLimit, UpdatedSince } from '../../kernel/fields/filter-fields.js';
import { changesPage, requireOneWay, type Changes } from '../../kernel/operation/changes-page.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { offsetPageOf, withChanges } from '../../kernel/operation/output.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';
import { Clock, Cursors } from '../../kernel/ports/ports.js';
import { userNamed } from '../staff/assignee.js';
import { Staff } from '../staff/staff.js';
import { TaskView } from './task.view.js';
import { TASK_LISTS, Tasks, type TaskList } from './tasks.js';

class ListTasksInput {
  @OneOf(TASK_LISTS, { optional: true, default: 'open', description: '`done` covers done and canceled.' }) status?: TaskList;
  @IdFilter({
    listedBy: 'tasks.assignees',
    listedAs: 'staff_id',
    description: 'A `staff_id` from tasks.assignees.',
  })
  assigned_to?: PersonId;
  @IdFilter({ listedBy: 'comms.list_conversations' }) conversation_id?: ConversationId;
  @IdFilter({ listedBy: 'customers.list' }) customer_id?: CustomerId;
  @Flag({ optional: true, description: '`true`: only open tasks past due.' })
  overdue?: boolean;
  @OffsetLimit() limit?: number;
  @Offset() offset?: number;
  @UpdatedSince({ description: 'Then `status` is `all` if left out.' }) updated_since?: Instant;
  @ChangesCursor() cursor?: string;
}

class ListTasks implements UseCase<ListTasksInput, OffsetSlice<Task> | Changes<Task>> {
  constructor(
    private readonly tasks: Tasks,
    private readonly staff: Staff,
    private readonly clock: Clock,
    private readonly cursors: Cursors,
  ) {}

  async execute({ shop }: Caller, input: ListTasksInput): Promise<OffsetSlice<Task> | Changes<Task>> {
    requireOneWay(input);
    const {
      updated_since: since,
      status: list = since === undefined ? 'open' : 'all',
      conversation_id: conversationId,
      customer_id: customerId,
      overdue,
      limit = 25,
      offset = 0,
      cursor,
    } = input;
    const assignedTo = await userNamed(this.staff, shop.id, input.assigned_to);
    const filter = {
      list,
      overdueAt: overdue ? this.clock.now() : null,
      ...defined({ assignedTo, conversationId, customerId }),
    };
    if (since === undefined) return this.tasks.list(shop.id, filter, limit, offset);
    const scope = { shop: shop.id, list: 'tasks', filter: { ...filter, overdueAt: overdue === true } };
    return changesPage(this.cursors, scope, { since, limit, cursor }, (asked) => this.tasks.changes(shop.id, filter, asked));
  }
}

export const listTasks = operation(ListTasks, {
  name: 'tasks.list',
  summary: 'List tasks',
  description:
    'Lists the shop’s to-do queue: open tasks (soonest due, undated last, then newest), then finished ' +
    'ones (latest first); by default only open tasks. Nobody is contacted. A repetition reads anew. Refuses an id that is not ' +
    'a UUID; an unknown one matches nothing.',
  scope: 'read',
  route: get('/tasks'),
  capability: { permission: 'inbox.access', budget: 'read' },
  input: ListTasksInput,
  output: withChanges(offsetPageOf, TaskView),
  needs: [Tasks, Staff, Clock, Cursors],
});
