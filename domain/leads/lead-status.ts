import { anyToAny } from '../shared/transitions.js';

export const LEAD_STATUSES = ['new', 'contacted', 'qualified', 'quoted', 'won', 'lost', 'cold'] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

/** The moves between statuses. A lead may move from any status to any other: even a lost lead may call again. */
export const LEAD_MOVES = anyToAny(LEAD_STATUSES);
