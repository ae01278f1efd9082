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

/** A call that has not ended after this time is ended: one that still rings counts as failed, any other one as completed. */
export const LONGEST_CALL_MS = 24 * 3_600_000;

/**
 * Whom a call flow has reached by forwarding a call, from nobody to the best: legs that nobody answered, somebody whom the shop does
 * not know, a teammate or a phone of the shop.
 */
export const FORWARDED_TO = ['nobody', 'somebody', 'shop'] as const;
export type ForwardedTo = (typeof FORWARDED_TO)[number];

/**
 * Applies a report. Reports may come late, repeatedly and in any order. The status never moves back, and a final status stays.
 * Each report can show that the call began earlier than the reports before it said; this alone is no event. Of several different
 * reports of the end, the first one counts.
 */
export function applyProgress(call: Call, progress: Progress, now: Instant): ProgressDecision {
  const wanted = STATUS_OF[progress.state][call.direction];
  const status = canMove(CALL_MOVES, call.status, wanted) ? wanted : call.status;
  const startedAt = earlier(call.startedAt, beginOf(progress));
  const toldAt = toldAfter(call, status, progress);
  if (status === call.status && startedAt === call.startedAt && toldAt === call.toldAt) return unchanged(call);
  const endedAt = status !== call.status && !isLive(status) ? progress.at : call.endedAt;
  return settled(call, { ...call, status, startedAt, toldAt, endedAt }, now);
}

/** Only of a call that somebody or something has answered the last time is needed, until its end is told. */
function toldAfter({ toldAt }: Call, status: CallStatus, { state, at }: Progress): Instant | null {
  if (!isLive(status)) return null;
  return state === 'in_progress' && (toldAt === null || at > toldAt) ? at : toldAt;
}

/**
 * Ends a call of whose end no report came. One that rings ends when it may ring no longer, and one that was answered at the last time
 * that was told of it. Every other call stays as it is.
 */
export function endForgotten(call: Call, now: Instant): ProgressDecision {
  const until = liveUntil(call);
  if (until === null || until > now) return unchanged(call);
  if (call.status === 'ringing') return settled(call, { ...call, status: 'failed', endedAt: until }, now);
  return settled(call, { ...call, status: 'completed', endedAt: call.toldAt ?? call.startedAt, toldAt: null }, now);
}

/** Notes whom the call flow has reached. The best that was reported stays, in whatever order the reports come. */
export function forwarded(call: Call, to: ForwardedTo, now: Instant): ProgressDecision {
  const isBetter = call.forwardedTo === null || FORWARDED_TO.indexOf(to) > FORWARDED_TO.indexOf(call.forwardedTo);
  return isBetter ? settled(call, { ...call, forwardedTo: to }, now) : unchanged(call);
}

/** Notes that the caller has left a voicemail. */
export function leaveVoicemail(call: Call, now: Instant): ProgressDecision {
  return call.voicemailLeft ? unchanged(call) : settled(call, { ...call, voicemailLeft: true }, now);
}

/** The changed call, with what follows for its status and its times. */
function settled(before: Call, next: Call, now: Instant): ProgressDecision {
  const call = timed({ ...next, status: judgedStatus(next) });
  return changed(call, now, call.status === before.status ? [] : eventsOf(call.status));
}

/**
 * A call that a flow has completed is missed if nobody of the shop answered: the caller left a voicemail, or all legs ended without an
 * answer. A flow that answers by itself, and neither forwards nor records voicemail, completes the call.
 */
function judgedStatus({ direction, status, forwardedTo, voicemailLeft }: Call): CallStatus {
  if (direction === 'outbound') return status;
  const isAnswered = forwardedTo === 'shop' || (forwardedTo === 'somebody' && !voicemailLeft);
  if (status === 'missed') return isAnswered ? 'completed' : status;
  const isMissed = !isAnswered && (voicemailLeft || forwardedTo === 'nobody');
  return status === 'completed' && isMissed ? 'missed' : status;
}

/** The beginning of a call, as far as one report of it shows it. */
export function beginOf({ at, seconds }: Pick<Progress, 'at' | 'seconds'>): Instant {
  return seconds === null ? at : later(at, -1000 * seconds);
}

/** The time at which a call is ended if no report of its end comes; null: it has ended. */
export function liveUntil({ status, startedAt }: Pick<Call, 'status' | 'startedAt'>): Instant | null {
  return isLive(status) ? later(startedAt, LONGEST_CALL_MS) : null;
}

/** The call with the values that follow from its status and its times. */
function timed(call: Call): Call {
  const { startedAt, endedAt } = call;
  const durationSeconds = endedAt === null ? null : Math.round((millisOf(endedAt) - millisOf(startedAt)) / 1000);
  return { ...call, durationSeconds, dueAt: liveUntil(call) };
}

export function isLive(status: CallStatus): boolean {
  return CALL_MOVES[status].length > 0;
}

/** Tells a call that an import brought like one that has just ended. Its changes have no event. */
export function importCall(before: Call | null, call: Call, now: Instant): ProgressDecision {
  return before === null ? changed(call, now, eventsOf(call.status)) : unchanged(call);
}

function eventsOf(status: CallStatus): { readonly type: 'call.completed' | 'call.missed' }[] {
  if (status === 'completed') return [{ type: 'call.completed' }];
  return status === 'missed' ? [{ type: 'call.missed' }] : [];
}

function earlier(one: Instant, other: Instant): Instant {
  return other < one ? other : one;
}
