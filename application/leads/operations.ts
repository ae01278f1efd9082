import { createLead } from './create-lead.js';
import { getLead } from './get-lead.js';
import { listLeads } from './list-leads.js';
import { readLeadTimeline } from './read-lead-timeline.js';
import { updateLead } from './update-lead.js';

export const leadOperations = [
  listLeads,
  createLead,
  getLead,
  updateLead,
  readLeadTimeline,
];
