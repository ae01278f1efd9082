import type { MetadataChange } from '../../../domain/shared/annotated.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { ConversationId, PersonId, ShopId, TaskId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import {
  changeTask as decide,
  TASK_PRIORITIES,
  type Task,
  type TaskChange,
  type TaskLinks,
  type TaskPriority,
} from '../../../domain/tasks/task.js';
import { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import { ExternalIdField, MetadataField } from '../../kernel/fields/annotation-fields.js';
import { DateTime, OneOf, PathId, Text, Uuid, Verb } from '../../kernel/fields/fields.js';
import { theOneChange, type AskedChange } from '../../kernel/operation/changes.js';
import { operation, post, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock } from '../../kernel/ports/ports.js';
import { eligibleAssignee } from '../staff/assignee.js';
import { Staff } from '../staff/staff.js';
import { taskEvents, TaskView } from './task.view.js';
import { Tasks, type TaskLinkIds } from './tasks.js';

export class ChangeTaskInput {
  @PathId({ listedBy: 'tasks.list' }) id!: TaskId;
  @Text({ max: 200, change: true, description: 'The work, in one line.' }) title?: string;
  @Text({ max: 4000, lines: true, clearable: true, change: true, description: 'An empty text clears the notes.' }) notes?: string;
  @OneOf(TASK_PRIORITIES, { change: true, description: 'The urgency.' }) priority?: TaskPriority;
  @Verb({ description: 'It is done.' }) complete?: true;
  @Verb({ description: 'It is open again.' }) reopen?: true;
  @Verb({ description: 'It is dropped.' }) cancel?: true;
  @Verb({ description: 'It is nobody’s.' }) unassign?: true;
  @Verb({ description: 'It is undated.' }) remove_due_date?: true;
  @Verb({ description: 'It is about no thread.' }) unlink_conversation?: true;
  @Uuid({
    listedBy: 'tasks.assignees',
    listedAs: 'staff_id',
    change: true,
    description: 'A `staff_id` from tasks.assignees.',
  })
  staff_id?: PersonId;
  @DateTime({ max: 40, change: true, description: 'The due time.' }) due_at?: Instant;
  @Uuid({ listedBy: 'comms.list_conversations', change: true }) link_conversation?: ConversationId;
  @ExternalIdField({ change: true }) external_id?: string | null;
  @MetadataField({ change: true }) metadata?: MetadataChange;
}

/** The records that a task is to be linked to. @throws NotFound, naming the first that does not belong to this shop */
export async function linkedRecords(tasks: Tasks, shop: ShopId, ids: TaskLinkIds): Promise<TaskLinks> {
  const links = await tasks.findLinks(shop, ids);
  if (ids.conversation !== undefined && links.conversation === null) throw new NotFound('conversation');
  if (ids.customer_id !== undefined && links.customerId === null) throw new NotFound('customer');
  if (ids.job_id !== undefined && links.jobId === null) throw new NotFound('job');
  if (ids.message_id !== undefined && links.message === null) throw new NotFound('message');
  return links;
}

export class ChangeTask implements UseCase<ChangeTaskInput, Task> {
  constructor(
    private readonly tasks: Tasks,
    private readonly staff: Staff,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  async execute({ shop }: Caller, { id, ...given }: ChangeTaskInput, cause: Cause): Promise<Task> {
    const asked = theOneChange(given);
    // The task is looked up first: a task of another shop is answered 404, even if the change refers to unknown records.
    if (!(await this.tasks.find(shop.id, id))) throw new NotFound('task');
    const change = await this.changeOf(shop.id, asked);
    const task = await this.tasks.change(shop.id, id, (before) =>
      this.announcer.announce(taskEvents, before, decide(before, change, this.clock.now()), cause),
    );
    if (!task) throw new NotFound('task');
    return task;
  }

  private async changeOf(shop: ShopId, asked: AskedChange<Omit<ChangeTaskInput, 'id'>>): Promise<TaskChange> {
    switch (asked.verb) {
      case 'notes':
        return { verb: 'notes', value: asked.value || null };
      case 'staff_id':
        return { verb: 'staff_id', value: await eligibleAssignee(this.staff, shop, asked.value) };
      case 'link_conversation': {
        const { conversation } = await this.tasks.findLinks(shop, { conversation: asked.value });
        if (!conversation) throw new NotFound('conversation');
        return { verb: 'link_conversation', value: conversation };
      }
      default:
        return asked;
    }
  }
}

export const changeTask = operation(ChangeTask, {
  name: 'tasks.change',
  summary: 'Change one thing about a task',
  description:
    'Makes exactly one change per call: edit the title, the notes, the priority or the due date, complete, reopen or cancel ' +
    'the task, assign or unassign it, link or unlink a thread, set its external id or its metadata. The teammate who gets it is ' +
    'notified. If the task already has that value or status, nothing changes.',
  scope: 'full',
  route: post('/tasks/:id'),
  input: ChangeTaskInput,
  output: one(TaskView),
  needs: [Tasks, Staff, Clock, Announcer],
  // By the specification, no change, several changes and a person who cannot be assigned are answered with 500.
  errors: ['not_found', 'conflict', 'internal_error'],
  exactlyOne: true,
});
