import type { AssignStep as Step } from '../../../domain/automations/automation.js';
import { changeConversation } from '../../../domain/conversations/change-conversation.js';
import type { ConversationId, LeadId, TaskId } from '../../../domain/shared/id.js';
import { changeTask } from '../../../domain/tasks/change-task.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import { conversationEvents } from '../conversations/conversation.events.js';
import type { Conversations } from '../conversations/conversations.js';
import { eligibleAssignee } from '../staff/assignee.js';
import type { Staff } from '../staff/staff.js';
import { taskEvents } from '../tasks/task.events.js';
import type { Tasks } from '../tasks/tasks.js';
import type { RuleLeads } from './rule-leads.js';
import { done, notDone, type StepContext, type StepOutcome } from './step-context.js';

/** Gives the lead, the task or the thread of an event to a teammate. */
export class AssignStep {
  constructor(
    private readonly leads: RuleLeads,
    private readonly tasks: Tasks,
    private readonly conversations: Conversations,
    private readonly staff: Staff,
    private readonly announcer: Announcer,
  ) {}

  async carryOut(step: Step, context: StepContext): Promise<StepOutcome> {
    const { lead, task, conversation } = context.subject;
    if (lead) return this.assignLead(lead, step, context);
    if (task) return this.assignTask(task, step, context);
    return conversation ? this.assignThread(conversation, step, context) : notDone('nothing_to_assign');
  }

  private async assignLead(id: LeadId, { staffId }: Step, context: StepContext): Promise<StepOutcome> {
    const member = await this.staff.findByUser(context.shop.id, staffId);
    return member?.active ? this.leads.change(id, { assignedTo: staffId }, context) : notDone('not_a_teammate');
  }

  private async assignTask(id: TaskId, { staffId }: Step, { shop, now, cause }: StepContext): Promise<StepOutcome> {
    const value = await eligibleAssignee(this.staff, shop.id, staffId);
    const task = await this.tasks.change(shop.id, id, (before) =>
      this.announcer.announce(taskEvents, before, changeTask(before, { verb: 'staff_id', value }, now), cause),
    );
    return task ? done('task', id) : notDone('nothing_to_assign');
  }

  private async assignThread(id: ConversationId, { staffId }: Step, { shop, now, cause }: StepContext): Promise<StepOutcome> {
    const { userId: value } = await eligibleAssignee(this.staff, shop.id, staffId);
    const thread = await this.conversations.change(shop.id, id, (before) =>
      this.announcer.announce(conversationEvents, before, changeConversation(before, { verb: 'staff_id', value }, now), cause),
    );
    return thread ? done('conversation', id) : notDone('nothing_to_assign');
  }
}
