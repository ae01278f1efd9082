import { anyToAny, canMove, MoveRefused } from '../shared/transitions.js';

export const LEAD_STATUSES = ['new', 'contacted', 'qualified', 'quoted', 'won', 'lost', 'cold'] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

/**
 * The moves between statuses. A lead may move from any status to any other: even a lost lead may call again. Without one of them,
 * `leads.update` answers 409, which its `errors` must then name.
 */
export const LEAD_MOVES = anyToAny(LEAD_STATUSES);

/** A lead that stays as it is does not move. @throws MoveRefused when the table forbids the move */
export function requireLeadMove(from: LeadStatus, to: LeadStatus): void {
  if (from !== to && !canMove(LEAD_MOVES, from, to)) throw new MoveRefused('status', `a lead cannot move from ${from} to ${to}`);
}
