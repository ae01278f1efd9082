import { laterBy, type CreateTaskStep as Step } from '../../../domain/automations/automation.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { openTask, type TaskLinks } from '../../../domain/tasks/task.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import type { Ids } from '../../kernel/ports/ports.js';
import type { Conversations } from '../inbox/conversations.js';
import type { Leads } from '../leads/leads.js';
import { eligibleAssignee } from '../staff/assignee.js';
import type { Staff } from '../staff/staff.js';
import { linkedRecords } from '../tasks/change-task.js';
import { taskEvents } from '../tasks/task.view.js';
import type { TaskLinkIds, Tasks } from '../tasks/tasks.js';
import { done, written, type StepContext, type StepOutcome } from './steps.js';
import type { Subject } from './subject.js';

/** Makes a task about the contact of an event, and about its thread, message or job. */
export class ExecuteCreateTaskStep {
  constructor(
    private readonly tasks: Tasks,
    private readonly staff: Staff,
    private readonly conversations: Conversations,
    private readonly leads: Leads,
    private readonly ids: Ids,
    private readonly announcer: Announcer,
  ) {}

  async execute(step: Step, context: StepContext): Promise<StepOutcome> {
    const { shop, cause, now } = context;
    const title = written(step.title, 'title', context);
    if ('refusal' in title) return title.refusal;
    const notes = step.notes === null ? { text: null } : written(step.notes, 'notes', context);
    if ('refusal' in notes) return notes.refusal;
    const links = await this.linksOf(shop.id, context.subject);
    const assignee = step.staffId === null ? null : await eligibleAssignee(this.staff, shop.id, step.staffId);
    const dueAt = step.dueIn && laterBy(now, step.dueIn);
    const given = { id: this.ids.next<'Task'>(), title: title.text, notes: notes.text, priority: step.priority, dueAt };
    const decision = openTask({ ...given, links, assignee }, now);
    await this.tasks.add(shop.id, this.announcer.announce(taskEvents, null, decision, cause));
    return done('task', given.id);
  }

  private async linksOf(shop: ShopId, subject: Subject): Promise<TaskLinks> {
    return linkedRecords(this.tasks, shop, await this.linkedIds(shop, subject));
  }

  /** A thread says whose it is. So the customer is named only without a thread, and both agree, whatever changed meanwhile. */
  private async linkedIds(shop: ShopId, { message, conversation, customer, job, lead }: Subject): Promise<TaskLinkIds> {
    if (message) return { message_id: message };
    if (job && customer) return { job_id: job, customer_id: customer };
    if (conversation) return { conversation };
    if (customer) return { customer_id: customer };
    const phone = lead && (await this.leads.find(shop, lead))?.phone;
    const thread = phone ? await this.conversations.ofNumber(shop, phone) : null;
    return thread ? { conversation: thread.id } : {};
  }
}
