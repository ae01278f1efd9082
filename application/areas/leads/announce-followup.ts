import { announceFollowup } from '../../../domain/leads/lead.js';
import type { LeadId } from '../../../domain/shared/id.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { DueRecord, Work } from '../../kernel/events/work.js';
import type { Clock } from '../../kernel/ports/ports.js';
import { leadEvents } from './lead.view.js';
import type { Leads } from './leads.js';

/**
 * Announces that the follow-up of a lead is due. The lead itself says whether it is, so a second run announces nothing, and
 * neither does a run for a time that was changed meanwhile.
 */
export class AnnounceFollowup implements Work<DueRecord<LeadId>> {
  readonly name = 'leads.announce_followup';

  constructor(
    private readonly leads: Leads,
    private readonly announcer: Announcer,
    private readonly clock: Clock,
  ) {}

  async run({ shop, id }: DueRecord<LeadId>): Promise<boolean> {
    // Nothing that a subscriber sees of the lead changes, so the event has no previous values.
    await this.leads.change(shop, id, (lead) => ({
      ...this.announcer.announce(leadEvents, null, announceFollowup(lead, this.clock.now()), NO_CAUSE),
      entries: [],
    }));
    return true;
  }
}
