import type { MetadataChange } from '../../../domain/shared/annotated.js';
import { defined } from '../../../domain/shared/defined.js';
import type { ConversationId, CustomerId, JobId, MessageId, PersonId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { openTask, TASK_PRIORITIES, type NewTask, type Task, type TaskPriority } from '../../../domain/tasks/task.js';
import { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import { ExternalIdField, MetadataField } from '../../kernel/fields/annotation-fields.js';
import { DateTime, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { operation, post, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock, Ids } from '../../kernel/ports/ports.js';
import { eligibleAssignee } from '../staff/assignee.js';
import { Staff } from '../staff/staff.js';
import { linkedRecords } from './change-task.js';
import { taskEvents, TaskView } from './task.view.js';
import { Tasks } from './tasks.js';

class CreateTaskInput {
  @Text({ max: 200, description: 'The work to do, in one line.', example: 'Call back about the brake quote' }) title!: string;
  @Text({ max: 4000, lines: true, optional: true, description: 'More details.' }) notes?: string;
  @OneOf(TASK_PRIORITIES, { optional: true, default: 'normal', description: 'The urgency.' }) priority?: TaskPriority;
  @DateTime({ max: 40, optional: true, description: 'The due time. Left out: undated.' }) due_at?: Instant;
  @Uuid({
    listedBy: 'comms.list_conversations',
    optional: true,
    description: 'It also sets the customer.',
  })
  conversation?: ConversationId;
  @Uuid({ listedBy: 'customers.list', optional: true }) customer_id?: CustomerId;
  @Uuid({ listedBy: 'jobs.list', optional: true, description: 'An `id` from jobs.list; give its `customer_id` too.' })
  job_id?: JobId;
  @Uuid({ listedBy: 'comms.list_messages', optional: true, description: 'It also sets the thread.' })
  message_id?: MessageId;
  @Uuid({
    listedBy: 'tasks.assignees',
    listedAs: 'staff_id',
    optional: true,
    description: 'A `staff_id` from tasks.assignees.',
  })
  staff_id?: PersonId;
  @ExternalIdField() external_id?: string;
  @MetadataField() metadata?: MetadataChange;
}

type TaskFields = Omit<NewTask, 'id' | 'links' | 'assignee'>;

/** The fields of a new task but its links and its assignee. */
export function taskFields(
  given: Pick<CreateTaskInput, 'title' | 'notes' | 'priority' | 'due_at' | 'external_id' | 'metadata'>,
): TaskFields {
  const { title, notes, priority, due_at: dueAt, external_id: externalId, metadata } = given;
  return { title, ...defined({ notes, priority, dueAt, externalId, metadata }) };
}

class CreateTask implements UseCase<CreateTaskInput, Task> {
  constructor(
    private readonly tasks: Tasks,
    private readonly staff: Staff,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  async execute({ shop }: Caller, input: CreateTaskInput, cause: Cause): Promise<Task> {
    const links = await linkedRecords(this.tasks, shop.id, input);
    const assignee = input.staff_id ? await eligibleAssignee(this.staff, shop.id, input.staff_id) : null;
    const decision = openTask({ id: this.ids.next(), links, assignee, ...taskFields(input) }, this.clock.now());
    return this.tasks.add(shop.id, this.announcer.announce(taskEvents, null, decision, cause));
  }
}

export const createTask = operation(CreateTask, {
  name: 'tasks.create',
  summary: 'Add a task to the shop’s to-do queue',
  description:
    'Adds one open task to the shop’s to-do queue. The teammate in ' +
    '`staff_id` is notified, and no customer sees it. A repetition makes a second task, unless it has the same ' +
    '`idempotency_key`. Refuses a `staff_id` that is not from tasks.assignees, and records that are unknown or do not belong ' +
    'together.',
  scope: 'full',
  route: post('/tasks', { status: 201, location: '/tasks/:id' }),
  capability: { permission: 'inbox.access', budget: 'write', status: 201 },
  input: CreateTaskInput,
  output: one(TaskView),
  needs: [Tasks, Staff, Ids, Clock, Announcer],
  // By the specification, a person who cannot be assigned is answered with 500.
  errors: ['not_found', 'conflict', 'internal_error'],
});
