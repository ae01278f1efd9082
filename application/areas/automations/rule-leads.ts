import { changeLead, type LeadChange } from '../../../domain/leads/lead.js';
import { NOBODY, type LeadId } from '../../../domain/shared/id.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import { leadEvents } from '../leads/lead.events.js';
import type { Leads } from '../leads/leads.js';
import { done, notDone, type StepContext, type StepOutcome } from './step-context.js';

/** Changes leads for the steps of rules. */
export class RuleLeads {
  constructor(
    private readonly leads: Leads,
    private readonly announcer: Announcer,
  ) {}

  async change(
    id: LeadId,
    change: Omit<LeadChange, 'status'>,
    { shop, now, cause }: Pick<StepContext, 'shop' | 'now' | 'cause'>,
  ): Promise<StepOutcome> {
    const lead = await this.leads.change(shop.id, id, (before) => {
      // Only a change of the status tells who made it.
      const decision = changeLead(before, change, { keyId: NOBODY, userId: null }, now);
      return { ...this.announcer.announce(leadEvents, before, decision, cause), entries: [] };
    });
    return lead ? done('lead', id) : notDone('no_lead');
  }
}
