import { LEAD_STATUSES } from '../../../domain/leads/lead-status.js';
import { ActorView } from '../../kernel/events/actor.view.js';
import type { About } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { OneOf } from '../../kernel/fields/fields.js';
import { Nested } from '../../kernel/fields/view.js';
import { LeadView } from './lead.view.js';

class StatusChange {
  @OneOf(LEAD_STATUSES, { description: 'The status before the change.' }) from!: string;
  @OneOf(LEAD_STATUSES, { description: 'The status after the change.' }) to!: string;
  @Nested(ActorView) by!: ActorView;
}

const aboutLead: About = ({ id, phone, email }) => [
  ['lead', id],
  ['number', phone],
  ['email', email],
];

export const leadEvents = eventKinds(LeadView, aboutLead, {
  'lead.created': { says: 'A lead was created.' },
  'lead.updated': { says: 'The owner or the follow-up of a lead changed.' },
  'lead.status_changed': { says: 'A lead moved to another status.', details: StatusChange },
  'lead.followup_due': {
    says: 'The time that somebody set for the follow-up of a lead has come.',
    withoutPrevious: true,
    causedBy: null,
  },
});
