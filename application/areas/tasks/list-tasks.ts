import { defined } from '../../../domain/shared/defined.js';
import type { ConversationId, CustomerId, PersonId, TaskId } from '../../../domain/shared/id.js';
import type { Task } from '../../../domain/tasks/task.js';
import { Flag, OneOf } from '../../kernel/fields/fields.js';
import { IdFilter, Offset, OffsetLimit } from '../../kernel/fields/filter-fields.js';
import { IdsFilter, Include } from '../../kernel/fields/rest-fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { offsetPageOf } from '../../kernel/operation/output.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';
import { Clock } from '../../kernel/ports/ports.js';
import { Customers } from '../customers/customers.js';
import { includeCustomers, type WithCustomer } from '../customers/include-customers.js';
import { userNamed } from '../staff/assignee.js';
import { Staff } from '../staff/staff.js';
import { ListedTaskView } from './task.view.js';
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
  @IdsFilter() ids?: readonly TaskId[];
  @Include('customer') include?: readonly string[];
  @OffsetLimit() limit?: number;
  @Offset() offset?: number;
}

class ListTasks implements UseCase<ListTasksInput, OffsetSlice<Task & WithCustomer>> {
  constructor(
    private readonly tasks: Tasks,
    private readonly customers: Customers,
    private readonly staff: Staff,
    private readonly clock: Clock,
  ) {}

  async execute({ shop }: Caller, input: ListTasksInput): Promise<OffsetSlice<Task & WithCustomer>> {
    const { ids, conversation_id: conversationId, customer_id: customerId, overdue } = input;
    const { status: list = ids ? 'all' : 'open' } = input;
    const assignedTo = await userNamed(this.staff, shop.id, input.assigned_to);
    const filter = {
      list,
      overdueAt: overdue ? this.clock.now() : null,
      ...defined({ ids, assignedTo, conversationId, customerId }),
    };
    const page = await this.tasks.list(shop.id, filter, input.limit ?? 25, input.offset ?? 0);
    return { ...page, items: await includeCustomers(this.customers, shop.id, page.items, input.include ?? []) };
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
  output: offsetPageOf(ListedTaskView),
  needs: [Tasks, Customers, Staff, Clock],
});
