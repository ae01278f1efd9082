import { area } from '../../kernel/area.js';
import { Announcer } from '../../kernel/events/announcer.js';
import { Clock } from '../../kernel/ports/ports.js';
import { provide } from '../../kernel/provide.js';
import { notifyAssignees } from '../staff/notify-assignee.js';
import { AnnounceFollowup } from './announce-followup.js';
import { createLead } from './create-lead.js';
import { putLead } from './put-lead.js';
import { leadTimelineKind, leadKind } from './lead.import.js';
import { leadEvents, leadTimelineEvents } from './lead.view.js';
import { Leads } from './leads.js';
import { listLeads } from './list-leads.js';
import { searchLeads } from './search-leads.js';
import { readLeadTimeline } from './read-lead-timeline.js';
import { getLead } from './get-lead.js';
import { updateLead } from './update-lead.js';

export const leadsArea = area({
  name: 'leads',
  about: 'People who asked but have not bought yet, with their status, owner, follow-up and timeline.',
  operations: [searchLeads, listLeads, createLead, getLead, updateLead, putLead, readLeadTimeline],
  importKinds: [leadKind, leadTimelineKind],
  events: [leadEvents, leadTimelineEvents],
  eventWorks: [notifyAssignees({ work: 'leads.tell_owner', on: 'lead.updated', noun: 'lead' }, Leads)],
  works: [provide(AnnounceFollowup, AnnounceFollowup, [Leads, Announcer, Clock])],
});
