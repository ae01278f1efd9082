import { changed, unchanged, type Decision } from '../shared/events.js';
import type { Changing } from '../shared/changing.js';
import type { CallId, ConversationId, CustomerId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import type { Direction } from '../texting/message.js';
import { applyProgress, beginOf, forwarded, liveUntil, type ForwardedTo, type Progress } from './call-progress.js';

export const CALL_STATUSES = ['ringing', 'in_progress', 'completed', 'missed', 'failed', 'canceled'] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

export interface Call extends Changing {
  readonly id: CallId;
  readonly conversationId: ConversationId | null;
  readonly customerId: CustomerId | null;
  readonly direction: Direction;
  readonly status: CallStatus;
  readonly from: string;
  readonly to: string;
  readonly startedAt: Instant;
  /** null while the call is ringing or in progress; also null if an import gave no end */
  readonly endedAt: Instant | null;
  /** the length of the whole call, ringing included */
  readonly durationSeconds: number | null;
  /** the name of a staff member, or the AI receptionist */
  readonly answeredBy: string | null;
  /** when that person answered; null: nobody did, or an import names the person */
  readonly answeredAt: Instant | null;
  readonly hasRecording: boolean;
  readonly recordingDurationSeconds: number | null;
  readonly hasVoicemail: boolean;
  readonly voicemailDurationSeconds: number | null;
  readonly transcript: string | null;
  readonly transcriptSource: string | null;
  readonly aiSummary: string | null;
  /** the provider's ids of the latest transcripts that were reported */
  readonly transcriptIds: readonly string[];
  /** the provider's id, which no other call of the shop has */
  readonly providerId: string | null;
  /** whom the call flow has reached by forwarding the call; null: it has not forwarded it, or nobody knows yet */
  readonly forwardedTo: ForwardedTo | null;
  /** true: the caller has left a voicemail, also while its sound is not stored yet */
  readonly voicemailLeft: boolean;
  /** the last time that was told of a call that is in progress; null: it is not */
  readonly toldAt: Instant | null;
  /** when a call that has not ended is ended; null: it has ended, or it is being ended */
  readonly dueAt: Instant | null;
  readonly createdAt: Instant;
}

/** What nobody is shown with a call: its texts, which are long, and what only the next report needs. */
export const BEHIND_A_CALL = [
  'transcript',
  'transcriptSource',
  'transcriptIds',
  'aiSummary',
  'forwardedTo',
  'voicemailLeft',
  'toldAt',
] as const satisfies readonly (keyof Call)[];

/** A call as it is shown. It says only whether its texts exist. */
export interface ShownCall extends Omit<Call, (typeof BEHIND_A_CALL)[number]> {
  readonly hasTranscript: boolean;
  readonly hasAiSummary: boolean;
}

/** The transcript of a call with the times of the call. */
export type Transcript = Pick<Call, 'id' | 'transcript' | 'transcriptSource' | 'startedAt' | 'durationSeconds'>;

export function shown({ transcript, aiSummary, ...call }: Call): ShownCall {
  const { transcriptSource: _, transcriptIds: __, forwardedTo: ___, voicemailLeft: ____, toldAt: _____, ...rest } = call;
  return { ...rest, hasTranscript: transcript !== null, hasAiSummary: aiSummary !== null };
}

/** Code units. An import takes transcripts of this length, too. */
const LONGEST_TRANSCRIPT = 200_000;
const BROKEN_END = /[\ud800-\udbff]$/;

/** Reports are repeated within hours, so these many ids are enough. */
const MOST_IDS = 20;

/** Somebody has answered a call that was forwarded. */
export interface Answer {
  readonly to: Exclude<ForwardedTo, 'nobody'>;
  /** the teammate; null: the service does not know who it was */
  readonly name: string | null;
  readonly at: Instant;
}

/**
 * Notes who answered. The first teammate who answered stays: the others got the call from this person. A call that seemed missed is
 * completed.
 */
export function answered(call: Call, { to, name, at }: Answer, now: Instant): Decision<Call, 'call.completed' | 'call.missed'> {
  const reached = forwarded(call, to, now);
  const isFirst = call.answeredBy === null || (call.answeredAt !== null && at < call.answeredAt);
  if (name === null || !isFirst) return reached;
  return changed({ ...reached.next, answeredBy: name, answeredAt: at }, now, reached.events);
}

/** A machine's transcript of a call. */
export interface ToldTranscript {
  /** the provider's id; null: it gave none */
  readonly id: string | null;
  readonly text: string;
}

/**
 * Adds a machine's transcript, in the place of an earlier one. A transcript that was reported before changes nothing, and neither
 * does one without a word.
 */
export function transcribed(call: Call, { id, text }: ToldTranscript, now: Instant): Decision<Call, 'call.transcribed'> {
  const transcript = text.slice(0, LONGEST_TRANSCRIPT).replace(BROKEN_END, '');
  if (transcript.trim() === '' || (id !== null && call.transcriptIds.includes(id))) return unchanged(call);
  const transcriptIds = id === null ? call.transcriptIds : [...call.transcriptIds, id].slice(-MOST_IDS);
  const next: Call = { ...call, transcript, transcriptIds, transcriptSource: 'transcription' };
  const isSame = call.transcript === transcript && call.transcriptSource === next.transcriptSource;
  return changed(next, now, isSame ? [] : [{ type: 'call.transcribed' }]);
}

export interface NewCall {
  readonly id: CallId;
  readonly providerId: string;
  readonly conversationId: ConversationId | null;
  readonly customerId: CustomerId | null;
  readonly direction: Direction;
  readonly from: string;
  readonly to: string;
  readonly forwardedTo: ForwardedTo | null;
  readonly voicemailLeft: boolean;
}

/** A call as the first report of it shows it, whatever that report is. */
export function newCall(call: NewCall, progress: Progress, now: Instant): Decision<Call, 'call.completed' | 'call.missed'> {
  const rings: Call = {
    ...call,
    status: 'ringing',
    startedAt: beginOf(progress),
    endedAt: null,
    durationSeconds: null,
    answeredBy: null,
    answeredAt: null,
    hasRecording: false,
    recordingDurationSeconds: null,
    hasVoicemail: false,
    voicemailDurationSeconds: null,
    transcript: null,
    transcriptSource: null,
    transcriptIds: [],
    aiSummary: null,
    toldAt: null,
    dueAt: null,
    createdAt: now,
  };
  const { next, events } = applyProgress(rings, progress, now);
  return changed({ ...next, dueAt: liveUntil(next) }, now, events);
}
