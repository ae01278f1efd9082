import { area } from '../area.js';
import { Announcer } from '../events/announcer.js';
import { Clock } from '../ports/clock.js';
import { provide } from '../provide.js';
import { AnnounceFollowup } from './announce-followup.js';
import { createLead } from './create-lead.js';
import { leadEvents } from './lead.events.js';
import { leadTimelineKind } from './lead-timeline.import.js';
import { leadKind } from './lead.import.js';
import { listLeads } from './list-leads.js';
import { Leads } from './leads.js';
import { readLeadTimeline } from './read-lead-timeline.js';
import { readLead } from './read-lead.js';
import { updateLead } from './update-lead.js';

export const leadsArea = area({
  name: 'leads',
  about: 'People who asked but have not bought yet, with their status, owner, follow-up and timeline.',
  operations: [listLeads, createLead, readLead, updateLead, readLeadTimeline],
  importKinds: [leadKind, leadTimelineKind],
  events: [leadEvents],
  works: [provide(AnnounceFollowup, AnnounceFollowup, [Leads, Announcer, Clock])],
});
