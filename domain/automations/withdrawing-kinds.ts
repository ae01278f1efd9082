import type { EventKind } from '../shared/events.js';

/** The kinds of events that a step's `unless` may name: with each of them, somebody has dealt with the contact meanwhile. */
export const WITHDRAWING_KINDS = [
  'message.received',
  'call.completed',
  'call.missed',
  'lead.status_changed',
  'job.stage_changed',
  'appointment.changed',
  'task.completed',
] as const satisfies readonly EventKind[];
export type WithdrawingKind = (typeof WITHDRAWING_KINDS)[number];
