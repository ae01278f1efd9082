import { TIMELINE_KINDS, type EntryOfLead, type LeadTimelineEntry } from '../../../domain/leads/lead-timeline.js';
import { LEAD_STATUSES, leadName, type Lead } from '../../../domain/leads/lead.js';
import type { Metadata } from '../../../domain/shared/annotated.js';
import { ActorView } from '../../kernel/events/cause.js';
import type { About } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { ExternalIdShown, MetadataShown } from '../../kernel/fields/annotation-fields.js';
import { Extendable } from '../../kernel/fields/extra-fields.js';
import { DateTime, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { Nested, UpdatedAt } from '../../kernel/fields/view.js';
import { leadRecord } from './leads.js';

@Extendable(leadRecord, 'view')
export class LeadView {
  @Uuid() id!: string;
  @Text({
    fromOutside: true,
    description: 'First and last name, otherwise the company, otherwise `Unnamed lead`.',
    example: 'Dana Whitfield',
  })
  name!: string;
  @Text({ nullable: true, fromOutside: true, description: 'In lower case.', example: 'dana@example.com' }) email!: string | null;
  @Text({ nullable: true, description: 'E.164.', example: '+16135550142' }) phone!: string | null;
  @Text({ nullable: true, fromOutside: true, description: 'The source that the creator gave. Default: `api`.', example: 'api' })
  source!: string | null;
  @OneOf(LEAD_STATUSES, { example: 'new' }) status!: string;
  @Uuid({ nullable: true, explained: true, description: 'The `user_id` of a staff row, not its `id`.' }) assigned_to!:
    string | null;
  @DateTime({ nullable: true }) next_followup_at!: string | null;
  @DateTime() created_at!: string;
  @UpdatedAt() updated_at?: string | undefined;
  @ExternalIdShown() external_id!: string | null;
  @MetadataShown() metadata!: Metadata;

  static of(lead: Lead): LeadView {
    return {
      id: lead.id,
      name: leadName(lead),
      email: lead.email,
      phone: lead.phone,
      source: lead.source,
      status: lead.status,
      assigned_to: lead.assignedTo,
      next_followup_at: lead.nextFollowupAt,
      created_at: lead.createdAt,
      updated_at: lead.updatedAt,
      external_id: lead.externalId,
      metadata: lead.metadata,
      ...lead.extra,
    };
  }
}

export class LeadTimelineEntryView {
  @Uuid() id!: string;
  @OneOf(TIMELINE_KINDS) kind!: string;
  @Text({ nullable: true, description: 'The text of a note.', example: 'Prefers a call after five.' }) body!: string | null;
  @OneOf(LEAD_STATUSES, { nullable: true, description: 'The status before the change.' }) from!: string | null;
  @OneOf(LEAD_STATUSES, { nullable: true, description: 'The status after the change.' }) to!: string | null;
  @DateTime() created_at!: string;

  static of(entry: LeadTimelineEntry): LeadTimelineEntryView {
    return {
      id: entry.id,
      kind: entry.kind,
      body: entry.body,
      from: entry.from,
      to: entry.to,
      created_at: entry.createdAt,
    };
  }
}

export class EntryOfLeadView extends LeadTimelineEntryView {
  @Uuid({ description: 'The lead.' }) lead_id!: string;

  static override of(entry: EntryOfLead): EntryOfLeadView {
    return Object.assign(LeadTimelineEntryView.of(entry), { lead_id: entry.leadId });
  }
}

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
  'lead.updated': { says: 'A lead changed in something else than its status, such as its owner, its follow-up or its phone.' },
  'lead.status_changed': {
    says: 'A lead moved to another status.',
    details: StatusChange,
    example: { status: 'contacted', from: 'new', to: 'contacted' },
  },
  'lead.followup_due': {
    says: 'The time that somebody set for the follow-up of a lead has come.',
    withoutPrevious: true,
    causedBy: null,
  },
});

export const leadTimelineEvents = eventKinds(EntryOfLeadView, ({ lead_id: lead }) => [['lead', lead]], {
  'lead_timeline.created': {
    says: 'An import that announces its records brought an entry of a lead’s timeline. An entry that a call makes comes with its lead.',
    causedBy: 'lead-timeline.import',
  },
  'lead_timeline.updated': {
    says: 'An import that announces its records changed an entry of a lead’s timeline.',
    causedBy: 'lead-timeline.import',
  },
});
