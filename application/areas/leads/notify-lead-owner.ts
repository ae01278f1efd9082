import type { LeadId } from '../../../domain/shared/id.js';
import type { EventWork, StoredEvent } from '../../kernel/events/work.js';
import { assignmentNoticeOf, type AssignmentNotice, type AssignmentNotices } from '../staff/assignment-notices.js';
import { TELL_AGAIN_AFTER_MS } from '../staff/email-notices.js';
import type { Leads } from './leads.js';

interface Payload extends AssignmentNotice {
  readonly lead: LeadId;
}

/** Tells a teammate by e-mail that a lead was given to them. */
export class NotifyLeadOwner implements EventWork<Payload> {
  readonly name = 'leads.tell_owner';
  readonly on = ['lead.updated'] as const;
  readonly againAfterMs = TELL_AGAIN_AFTER_MS;

  constructor(
    private readonly leads: Leads,
    private readonly notices: AssignmentNotices,
  ) {}

  payloadOf(event: StoredEvent): Payload | null {
    // The cast is safe: the data of the event is the lead. Without the old values nobody knows whether its owner has changed.
    const { id: lead, previous } = event.data as { readonly id: LeadId; readonly previous?: { readonly assigned_to?: unknown } };
    const assignment = previous?.assigned_to === undefined ? null : assignmentNoticeOf(event);
    return assignment && { ...assignment, lead };
  }

  keyOf({ event }: Payload): string {
    return event;
  }

  async run(payload: Payload): Promise<boolean> {
    return this.notices.send(payload, 'lead', await this.leads.find(payload.shop, payload.lead));
  }
}
