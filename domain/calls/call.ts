import type { Direction } from '../messages/message.js';
import type { CallId, ConversationId, CustomerId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';

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
