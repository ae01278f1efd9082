import type { Shop } from '../../../domain/access/shop.js';
import type { NotDoneReason, StepRecord } from '../../../domain/automations/automation-run.js';
import {
  laterBy,
  type AssignStep as Assignment,
  type SetFollowupStep as Followup,
  type Step,
} from '../../../domain/automations/automation.js';
import type { EventData } from '../../../domain/automations/condition.js';
import { filled, TEMPLATES } from '../../../domain/automations/template.js';
import { changeConversation } from '../../../domain/inbox/change-conversation.js';
import { refuse, RefusedChange, ShopError, Unavailable, type Fault } from '../../../domain/shared/errors.js';
import type { ConversationId, LeadId, ShopId, TaskId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { changeTask } from '../../../domain/tasks/task.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import { conversationEvents } from '../inbox/conversation.view.js';
import type { Conversations } from '../inbox/conversations.js';
import { eligibleAssignee } from '../staff/assignee.js';
import type { Staff } from '../staff/staff.js';
import { taskEvents } from '../tasks/task.view.js';
import type { Tasks } from '../tasks/tasks.js';
import type { ExecuteCreateTaskStep } from './create-task-step.js';
import type { StepEnd } from './started-runs.js';
import type { RuleLeads, Subject } from './subject.js';
import type { RuleRecipients, ExecuteSendTextStep } from './text-steps.js';

/** The records that a step acts upon. */
export interface StepContext {
  readonly shop: Shop;
  readonly subject: Subject;
  readonly data: EventData;
  readonly cause: Cause;
  /** the time at which the step was to run */
  readonly runsAt: Instant;
  readonly now: Instant;
}

/** The outcome of a step that was tried. One that cannot be done yet waits until another time. */
export type StepOutcome = StepEnd | { readonly status: 'postponed'; readonly until: Instant };

export function done(kind: StepRecord['kind'], id: string): StepOutcome {
  return { status: 'done', record: { kind, id } };
}

export function notDone(reason: NotDoneReason): StepOutcome & { readonly status: 'not_done' } {
  return { status: 'not_done', reason };
}

/** The text of a step, or why it cannot be written. */
export function written(
  template: string,
  part: keyof typeof TEMPLATES,
  { data, shop }: StepContext,
): { readonly text: string } | { readonly refusal: StepOutcome } {
  const filling = filled(template, TEMPLATES[part], data, shop.timezone);
  return 'text' in filling ? filling : { refusal: notDone(filling.problem) };
}

/** The steps that rules can have. */
export class Steps {
  constructor(
    private readonly createTask: ExecuteCreateTaskStep,
    private readonly sendText: ExecuteSendTextStep,
    private readonly assign: ExecuteAssignStep,
    private readonly setFollowup: ExecuteSetFollowupStep,
  ) {}

  /** Does a step. A refusal of the service, which a caller would get as an error, becomes the reason why it is not done. */
  async execute(step: Step, context: StepContext): Promise<StepOutcome> {
    try {
      return await this.executed(step, context);
    } catch (error) {
      if (error instanceof RefusedChange) return notDone('not_a_teammate');
      if (error instanceof ShopError && !(error instanceof Unavailable)) return notDone(`refused: ${error.code}`);
      throw error;
    }
  }

  private executed(step: Step, context: StepContext): Promise<StepOutcome> {
    switch (step.step) {
      case 'create_task':
        return this.createTask.execute(step, context);
      case 'send_text':
        return this.sendText.execute(step, context);
      case 'assign':
        return this.assign.execute(step, context);
      case 'set_followup':
        return this.setFollowup.execute(step, context);
    }
  }
}

/** Gives the lead, the task or the thread of an event to a teammate. */
export class ExecuteAssignStep {
  constructor(
    private readonly leads: RuleLeads,
    private readonly tasks: Tasks,
    private readonly conversations: Conversations,
    private readonly staff: Staff,
    private readonly announcer: Announcer,
  ) {}

  async execute(step: Assignment, context: StepContext): Promise<StepOutcome> {
    const { lead, task, conversation } = context.subject;
    if (lead) return this.assignLead(lead, step, context);
    if (task) return this.assignTask(task, step, context);
    return conversation ? this.assignThread(conversation, step, context) : notDone('nothing_to_assign');
  }

  private async assignLead(id: LeadId, { staffId }: Assignment, context: StepContext): Promise<StepOutcome> {
    const member = await this.staff.find(context.shop.id, staffId);
    return member?.active ? this.leads.change(id, { assignedTo: member.userId }, context) : notDone('not_a_teammate');
  }

  private async assignTask(id: TaskId, { staffId }: Assignment, { shop, now, cause }: StepContext): Promise<StepOutcome> {
    const value = await eligibleAssignee(this.staff, shop.id, staffId);
    const task = await this.tasks.change(shop.id, id, (before) =>
      this.announcer.announce(taskEvents, before, changeTask(before, { verb: 'staff_id', value }, now), cause),
    );
    return task ? done('task', id) : notDone('nothing_to_assign');
  }

  private async assignThread(
    id: ConversationId,
    { staffId }: Assignment,
    { shop, now, cause }: StepContext,
  ): Promise<StepOutcome> {
    const { userId: value } = await eligibleAssignee(this.staff, shop.id, staffId);
    const thread = await this.conversations.change(shop.id, id, (before) =>
      this.announcer.announce(conversationEvents, before, changeConversation(before, { verb: 'staff_id', value }, now), cause),
    );
    return thread ? done('conversation', id) : notDone('nothing_to_assign');
  }
}

/** Sets the follow-up of the lead that an event is about, or whose thread or number it is about. */
export class ExecuteSetFollowupStep {
  constructor(
    private readonly recipients: RuleRecipients,
    private readonly leads: RuleLeads,
  ) {}

  async execute(step: Followup, context: StepContext): Promise<StepOutcome> {
    const lead = await this.recipients.leadOf(context.shop.id, context.subject);
    return lead ? this.leads.change(lead, { nextFollowupAt: laterBy(context.now, step.in) }, context) : notDone('no_lead');
  }
}

/**
 * Returns the steps with the user id of each teammate whom they name. A run checks again that they may be assigned, because people
 * leave.
 * @throws ValidationError which names the path of each who may not, `do[0].staff_id: …`
 */
export async function withAssignees(staff: Staff, shop: ShopId, steps: readonly Step[]): Promise<readonly Step[]> {
  const named = await Promise.all(steps.map((step, index) => withAssignee(staff, shop, step, `do[${index}]`)));
  refuse(named.flatMap(({ faults }) => faults));
  return named.map(({ step }) => step);
}

async function withAssignee(
  staff: Staff,
  shop: ShopId,
  step: Step,
  path: string,
): Promise<{ readonly step: Step; readonly faults: readonly Fault[] }> {
  if (!('staffId' in step) || step.staffId === null) return { step, faults: [] };
  try {
    return { step: { ...step, staffId: (await eligibleAssignee(staff, shop, step.staffId)).userId }, faults: [] };
  } catch (error) {
    if (!(error instanceof RefusedChange) || !error.fault) throw error;
    return { step, faults: [{ field: `${path}.${error.fault.field}`, problem: error.fault.problem }] };
  }
}
