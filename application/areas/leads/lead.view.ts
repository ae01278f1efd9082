import { LEAD_STATUSES } from '../../../domain/leads/lead-status.js';
import { TIMELINE_KINDS, type LeadTimelineEntry } from '../../../domain/leads/lead-timeline.js';
import { leadName, type Lead } from '../../../domain/leads/lead.js';
import { DateTime, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';

export class LeadView {
  @Uuid() id!: string;
  @Text({ description: 'First and last name, otherwise the company, otherwise `Unnamed lead`.', example: 'Dana Whitfield' })
  name!: string;
  @Text({ nullable: true, description: 'In lower case.', example: 'dana@example.com' }) email!: string | null;
  @Text({ nullable: true, description: 'E.164.', example: '+16135550142' }) phone!: string | null;
  @Text({ nullable: true, description: 'The source that the creator gave. Default: `api`.', example: 'api' })
  source!: string | null;
  @OneOf(LEAD_STATUSES, { example: 'new' }) status!: string;
  @Uuid({ nullable: true, description: 'The `user_id` of a staff row, not its `id`.' }) assigned_to!: string | null;
  @DateTime({ nullable: true }) next_followup_at!: string | null;
  @DateTime() created_at!: string;

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
