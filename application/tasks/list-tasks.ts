import type { ConversationId, StaffUserId } from '../../domain/shared/id.js';
import type { Task } from '../../domain/tasks/task.js';
import type { Caller } from '../operation/caller.js';
import { Flag, OneOf } from '../operation/fields.js';
import { IdFilter, Offset, OffsetLimit } from '../operation/filter-fields.js';
import { get, operation, type UseCase } from '../operation/operation.js';
import { offsetPageOf } from '../operation/output.js';
import type { OffsetSlice } from '../operation/page.js';
import { Clock } from '../ports/clock.js';
import { TaskView } from './task.view.js';
import { TASK_LISTS, Tasks, type TaskList } from './tasks.js';

class ListTasksInput {
  @OneOf(TASK_LISTS, { optional: true, default: 'open', description: '`done` covers done and canceled.' }) status?: TaskList;
  @IdFilter({ listedBy: 'tasks.assignees', listedAs: 'staff_id', description: 'A staff `user_id`.' }) assigned_to?: StaffUserId;
  @IdFilter({ listedBy: 'customers.get', listedAs: 'conversation' }) conversation_id?: ConversationId;
  @Flag({ optional: true, description: '`true`: only open tasks past due; overrides `status`.' }) overdue?: boolean;
  @OffsetLimit() limit?: number;
  @Offset() offset?: number;
}

class ListTasks implements UseCase<ListTasksInput, OffsetSlice<Task>> {
  constructor(
    private readonly tasks: Tasks,
    private readonly clock: Clock,
  ) {}

  execute({ shop }: Caller, input: ListTasksInput): Promise<OffsetSlice<Task>> {
    const { status: list = 'open', assigned_to: assignedTo, conversation_id: conversationId, overdue } = input;
    const filter = {
      list,
      overdueAt: overdue ? this.clock.now() : null,
      ...(assignedTo !== undefined && { assignedTo }),
      ...(conversationId !== undefined && { conversationId }),
    };
    return this.tasks.list(shop.id, filter, input.limit ?? 25, input.offset ?? 0);
  }
}

export const listTasks = operation(ListTasks, {
  name: 'tasks.list',
  summary: 'List tasks',
  description:
    'The shop’s to-do queue: open tasks first (soonest due, undated last, then newest), then finished ones (most recently ' +
    'cleared first). Only open tasks unless `status` says otherwise. `total` is exact; `omitted` says how many matching ' +
    'tasks are not on this page, `next_offset` where the next page begins.',
  scope: 'read',
  route: get('/tasks'),
  capability: { permission: 'inbox.access', budget: 'read' },
  input: ListTasksInput,
  output: offsetPageOf(TaskView),
  needs: [Tasks, Clock],
});
