import { changed, unchanged, type Decision } from '../shared/events.js';
import { later, millisOf, type Instant } from '../shared/instant.js';
import { canMove, type Transitions } from '../shared/transitions.js';
import type { Direction } from '../texting/message.js';
import type { Call, CallStatus } from './call.js';

/** The states of a call that a provider can report. `unanswered`: it was busy, or nobody answered. */
export const REPORTED_STATES = ['ringing', 'in_progress', 'completed', 'unanswered', 'failed', 'canceled'] as const;
export type ReportedState = (typeof REPORTED_STATES)[number];

/** A provider's report about the state of a call. */
export interface Progress {
  readonly state: ReportedState;
  /** the time of the report, by the provider's clock */
  readonly at: Instant;
  /** the length of the call, which some reports of its end give; null: not given */
  readonly seconds: number | null;
}

type ProgressDecision = Decision<Call, 'call.completed' | 'call.missed'>;

/** The status that a report asks for. Nobody misses a call that the shop itself makes. */
const STATUS_OF: Readonly<Record<ReportedState, Readonly<Record<Direction, CallStatus>>>> = {
  ringing: { inbound: 'ringing', outbound: 'ringing' },
  in_progress: { inbound: 'in_progress', outbound: 'in_progress' },
  completed: { inbound: 'completed', outbound: 'completed' },
  unanswered: { inbound: 'missed', outbound: 'canceled' },
  failed: { inbound: 'failed', outbound: 'failed' },
  canceled: { inbound: 'canceled', outbound: 'canceled' },
};

/** The statuses that a call can have next. A report that asks for another status is late, repeated or contradicts an earlier one. */
const CALL_MOVES: Transitions<CallStatus> = {
  ringing: ['in_progress', 'completed', 'missed', 'failed', 'canceled'],
  in_progress: ['completed', 'failed'],
  completed: [],
  missed: [],
  failed: [],
  canceled: [],
};

/** A call that still rings after this time counts as failed. */
export const LONGEST_RINGING_MS = 24 * 3_600_000;

/**
 * Applies a report. Reports may come late, repeatedly and in any order. The status never moves back, and a final status stays.
 * Each report can show that the call began earlier than the reports before it said; this alone is no event. Of several different
 * reports of the end, the first one counts.
 */
export function applyProgress(call: Call, progress: Progress, now: Instant): ProgressDecision {
  const wanted = STATUS_OF[progress.state][call.direction];
  const status = canMove(CALL_MOVES, call.status, wanted) ? wanted : call.status;
  const startedAt = earlier(call.startedAt, beginOf(progress));
  if (status === call.status && startedAt === call.startedAt) return unchanged(call);
  const endedAt = status !== call.status && isFinal(status) ? progress.at : call.endedAt;
  return changed(timed({ ...call, status, startedAt, endedAt }), now, status === call.status ? [] : eventsOf(status));
}

/** Ends a call of whose end no report came. Its end is the time until which it may ring. A call that does not ring stays as it is. */
export function endRinging(call: Call, now: Instant): ProgressDecision {
  const endedAt = later(call.startedAt, LONGEST_RINGING_MS);
  if (call.status !== 'ringing' || endedAt > now) return unchanged(call);
  return changed(timed({ ...call, status: 'failed', endedAt }), now, []);
}

/** The beginning of a call, as far as one report of it shows it. */
export function beginOf({ at, seconds }: Pick<Progress, 'at' | 'seconds'>): Instant {
  return seconds === null ? at : later(at, -1000 * seconds);
}

/** The time at which a call counts as failed if it still rings; null: the call does not ring. */
export function ringingUntil({ status, startedAt }: Pick<Call, 'status' | 'startedAt'>): Instant | null {
  return status === 'ringing' ? later(startedAt, LONGEST_RINGING_MS) : null;
}

/** The time at which a call was missed; null: it was not. */
export function missedAt({ status, endedAt }: Pick<Call, 'status' | 'endedAt'>): Instant | null {
  return status === 'missed' ? endedAt : null;
}

/** The call with the values that follow from its status and its times. */
function timed(call: Call): Call {
  const { startedAt, endedAt } = call;
  const durationSeconds = endedAt === null ? null : Math.round((millisOf(endedAt) - millisOf(startedAt)) / 1000);
  return { ...call, durationSeconds, dueAt: ringingUntil(call) };
}

function isFinal(status: CallStatus): boolean {
  return CALL_MOVES[status].length === 0;
}

function eventsOf(status: CallStatus): { readonly type: 'call.completed' | 'call.missed' }[] {
  if (status === 'completed') return [{ type: 'call.completed' }];
  return status === 'missed' ? [{ type: 'call.missed' }] : [];
}

function earlier(one: Instant, other: Instant): Instant {
  return other < one ? other : one;
}
