import type { CallId, ConversationId, CustomerId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import type { Direction } from '../messages/message.js';

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
  readonly hasRecording: boolean;
  readonly recordingDurationSeconds: number | null;
  readonly hasVoicemail: boolean;
  readonly voicemailDurationSeconds: number | null;
  readonly transcript: string | null;
  readonly transcriptSource: string | null;
  readonly aiSummary: string | null;
  readonly createdAt: Instant;
}
