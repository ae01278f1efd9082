import type { Metadata } from '../../../domain/shared/annotated.js';
import { defined } from '../../../domain/shared/defined.js';
import type { ConversationId, CustomerId, PersonId, TaskId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Task } from '../../../domain/tasks/task.js';
import { ExternalIdFilter, MetadataFilter } from '../../kernel/fields/annotation-fields.js';
import { Flag, OneOf } from '../../kernel/fields/fields.js';
import { ChangesCursor, IdFilter, Offset, OffsetLimit, UpdatedSince } from '../../kernel/fields/filter-fields.js';
import { IdsFilter, Include } from '../../kernel/fields/rest-fields.js';
import { changesPage, includedIn, requireOneWay, type Changes } from '../../kernel/operation/changes-page.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { offsetPageOf, withChanges } from '../../kernel/operation/output.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';
import { Clock, Cursors } from '../../kernel/ports/ports.js';
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
  @ExternalIdFilter() external_id?: string;
  @MetadataFilter() metadata?: Metadata;
  @IdsFilter() ids?: readonly TaskId[];
  @Include('customer') include?: readonly string[];
  @OffsetLimit() limit?: number;
  @Offset() offset?: number;
  @UpdatedSince({ description: 'Then `status` is `all` if left out.' }) updated_since?: Instant;
  @ChangesCursor() cursor?: string;
}

type ListedTask = Task & WithCustomer;

class ListTasks implements UseCase<ListTasksInput, OffsetSlice<ListedTask> | Changes<ListedTask>> {
  constructor(
    private readonly tasks: Tasks,
    private readonly customers: Customers,
    private readonly staff: Staff,
    private readonly clock: Clock,
    private readonly cursors: Cursors,
  ) {}

  async execute({ shop }: Caller, input: ListTasksInput): Promise<OffsetSlice<ListedTask> | Changes<ListedTask>> {
    requireOneWay(input);
    const { ids, conversation_id: conversationId, customer_id: customerId, overdue, updated_since: since } = input;
    const { external_id, metadata } = input;
    const isNamed = [ids, external_id, since].some((one) => one !== undefined);
    const { status: list = isNamed ? 'all' : 'open', limit = 25, offset = 0, cursor, include = [] } = input;
    const assignedTo = await userNamed(this.staff, shop.id, input.assigned_to);
    const filter = {
      list,
      overdueAt: overdue ? this.clock.now() : null,
      ...defined({ ids, assignedTo, conversationId, customerId, external_id, metadata }),
    };
    const including = (tasks: readonly Task[]): Promise<readonly ListedTask[]> =>
      includeCustomers(this.customers, shop.id, tasks, include);
    if (since === undefined) {
      const page = await this.tasks.list(shop.id, filter, limit, offset);
      return { ...page, items: await including(page.items) };
    }
    const scope = { shop: shop.id, list: 'tasks', filter: { ...filter, overdueAt: overdue === true } };
    const page = await changesPage(this.cursors, scope, { since, limit, cursor }, (asked) =>
      this.tasks.changes(shop.id, filter, asked),
    );
    return includedIn(page, including);
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
  output: withChanges(offsetPageOf, ListedTaskView),
  needs: [Tasks, Customers, Staff, Clock, Cursors],
});
