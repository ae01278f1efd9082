import { createLead } from './create-lead.js';
import { listLeads } from './list-leads.js';
import { readLead } from './read-lead.js';
import { readLeadTimeline } from './read-lead-timeline.js';
import { updateLead } from './update-lead.js';

export const leadOperations = [
  listLeads,
  createLead,
  readLead,
  updateLead,
  readLeadTimeline,
];
