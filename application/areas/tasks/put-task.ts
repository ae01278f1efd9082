import { defined } from '../../../domain/shared/defined.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import type { MetadataChange } from '../../../domain/shared/annotated.js';
import type { ConversationId, CustomerId, JobId, MessageId, PersonId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import {
  amendTask,
  openTask,
  TASK_PRIORITIES,
  type Assignee,
  type Task,
  type TaskLinks,
  type TaskPriority,
} from '../../../domain/tasks/task.js';
import { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import { MetadataField, PathExternalId } from '../../kernel/fields/annotation-fields.js';
import { DateTime, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { changeOrMake } from '../../kernel/operation/external-ids.js';
import { operation, put, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { madeOf, type Made } from '../../kernel/operation/output.js';
import { Clock, Ids } from '../../kernel/ports/ports.js';
import { eligibleAssignee } from '../staff/assignee.js';
import { Staff } from '../staff/staff.js';
import { linkedRecords } from './change-task.js';
import { taskFields } from './create-task.js';
import { taskEvents, TaskView } from './task.view.js';
import { Tasks } from './tasks.js';
import { changeTask } from './change-task.js';

class PutTaskInput {
  @PathExternalId() external_id!: string;
  @Text({ max: 200, optional: true, description: 'The work to do, in one line. Required for a new task.' }) title?: string;
  @Text({ max: 4000, lines: true, optional: true, description: 'More details.' }) notes?: string;
  @OneOf(TASK_PRIORITIES, { optional: true, description: 'A new task: `normal` if left out.' }) priority?: TaskPriority;
  @DateTime({ max: 40, optional: true, description: 'The due time. A new task: undated if left out.' }) due_at?: Instant;
  @Uuid({ listedBy: 'comms.list_conversations', optional: true, description: 'It also sets the customer.' })
  conversation?: ConversationId;
  @Uuid({ listedBy: 'customers.list', optional: true }) customer_id?: CustomerId;
  @Uuid({ listedBy: 'jobs.list', optional: true }) job_id?: JobId;
  @Uuid({ listedBy: 'comms.list_messages', optional: true, description: 'It also sets the thread.' }) message_id?: MessageId;
  @Uuid({ listedBy: 'tasks.assignees', listedAs: 'staff_id', optional: true, description: 'A `staff_id` from tasks.assignees.' })
  staff_id?: PersonId;
  @MetadataField({ change: true }) metadata?: MetadataChange;
}

class PutTask implements UseCase<PutTaskInput, Made<Task>> {
  constructor(
    private readonly tasks: Tasks,
    private readonly staff: Staff,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  async execute({ shop }: Caller, input: PutTaskInput, cause: Cause): Promise<Made<Task>> {
    const assignee = input.staff_id && (await eligibleAssignee(this.staff, shop.id, input.staff_id));
    return changeOrMake({
      find: () => this.tasks.findByExternalId(shop.id, input.external_id),
      change: async (found) => {
        const { title, notes, priority, due_at: dueAt, metadata } = input;
        const links = await this.linksAfter(shop.id, found, input);
        const amendment = defined({ title, notes, priority, dueAt, metadata, links, assignee });
        return this.tasks.change(shop.id, found.id, (before) =>
          this.announcer.announce(taskEvents, before, amendTask(before, amendment, this.clock.now()), cause),
        );
      },
      make: () => this.make(shop.id, input, assignee ?? null, cause),
    });
  }

  private async make(shop: ShopId, input: PutTaskInput, assignee: Assignee | null, cause: Cause): Promise<Task | null> {
    const { title, ...others } = input;
    if (title === undefined) throw new ValidationError('title', 'a new task needs a title');
    const links = await linkedRecords(this.tasks, shop, input);
    const decision = openTask({ id: this.ids.next(), links, assignee, ...taskFields({ title, ...others }) }, this.clock.now());
    return this.tasks.addUnlessTaken(shop, this.announcer.announce(taskEvents, null, decision, cause));
  }

  /** The links of a task with those that are given. A message of another thread than the given one is dropped. Undefined: none is given. */
  private linksAfter(shop: ShopId, task: Task, input: PutTaskInput): Promise<TaskLinks> | undefined {
    const { conversation, customer_id, job_id, message_id } = input;
    if ([conversation, customer_id, job_id, message_id].every((id) => id === undefined)) return undefined;
    const isSameThread = conversation === undefined || conversation === task.conversationId;
    return linkedRecords(this.tasks, shop, {
      conversation: conversation ?? (message_id === undefined ? (task.conversationId ?? undefined) : undefined),
      customer_id: customer_id ?? task.customerId ?? undefined,
      job_id: job_id ?? task.jobId ?? undefined,
      message_id: message_id ?? (isSameThread ? (task.messageId ?? undefined) : undefined),
    });
  }
}

export const putTask = operation(PutTask, {
  name: 'tasks.put',
  summary: 'Create or change a task by your own id',
  description:
    'Changes the given fields of the task with this external id, or creates an open task that has it. Calls that come at the same ' +
    'time create one task. If one field is refused, nothing changes.',
  scope: 'full',
  route: put('/tasks/by-external-id/:external_id', { location: '/tasks/:id' }),
  input: PutTaskInput,
  beside: changeTask,
  output: madeOf(TaskView),
  needs: [Tasks, Staff, Ids, Clock, Announcer],
  errors: ['not_found', 'conflict'],
});
