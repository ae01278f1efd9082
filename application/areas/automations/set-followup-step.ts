import type { SetFollowupStep as Step } from '../../../domain/automations/automation.js';
import { laterBy } from '../../../domain/automations/wait.js';
import type { RuleLeads } from './rule-leads.js';
import type { RuleRecipients } from './rule-recipients.js';
import { notDone, type StepContext, type StepOutcome } from './step-context.js';

/** Sets the follow-up of the lead that an event is about, or whose thread or number it is about. */
export class SetFollowupStep {
  constructor(
    private readonly recipients: RuleRecipients,
    private readonly leads: RuleLeads,
  ) {}

  async carryOut(step: Step, context: StepContext): Promise<StepOutcome> {
    const lead = await this.recipients.leadOf(context.shop.id, context.subject);
    return lead ? this.leads.change(lead, { nextFollowupAt: laterBy(context.now, step.in) }, context) : notDone('no_lead');
  }
}
