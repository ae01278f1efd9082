import { changed, unchanged, type Decision } from '../shared/events.js';
import type { CallId, ConversationId, CustomerId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import type { Direction } from '../texting/message.js';
import { applyProgress, beginOf, ringingUntil, type Progress } from './call-progress.js';

export const CALL_STATUSES = ['ringing', 'in_progress', 'completed', 'missed', 'failed', 'canceled'] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

export interface Call {
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
  /** when a call that still rings counts as failed; null: it does not ring, or it is being ended */
  readonly dueAt: Instant | null;
  readonly createdAt: Instant;
}

/** A call without its texts, which are long. It says only whether they exist. */
export interface ShownCall extends Omit<Call, 'transcript' | 'transcriptSource' | 'transcriptIds' | 'aiSummary'> {
  readonly hasTranscript: boolean;
  readonly hasAiSummary: boolean;
}

/** The transcript of a call with the times of the call. */
export type Transcript = Pick<Call, 'id' | 'transcript' | 'transcriptSource' | 'startedAt' | 'durationSeconds'>;

export function shown({ transcript, transcriptSource: _, transcriptIds: __, aiSummary, ...call }: Call): ShownCall {
  return { ...call, hasTranscript: transcript !== null, hasAiSummary: aiSummary !== null };
}

/** Code units. An import takes transcripts of this length, too. */
const LONGEST_TRANSCRIPT = 200_000;
const BROKEN_END = /[\ud800-\udbff]$/;

/** Reports are repeated within hours, so these many ids are enough. */
const MOST_IDS = 20;

/** Names the person who answered. The first person who answered stays: the others got the call from this person. */
export function answeredBy(call: Call, name: string, at: Instant, now: Instant): Decision<Call, never> {
  const isFirst = call.answeredBy === null || (call.answeredAt !== null && at < call.answeredAt);
  return isFirst ? changed({ ...call, answeredBy: name, answeredAt: at }, now, []) : unchanged(call);
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
    dueAt: null,
    createdAt: now,
  };
  const { next, events } = applyProgress(rings, progress, now);
  return changed({ ...next, dueAt: ringingUntil(next) }, now, events);
}
