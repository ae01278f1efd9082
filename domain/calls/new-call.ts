import type { Direction } from '../messages/message.js';
import { changed, type Decision } from '../shared/events.js';
import type { CallId, ConversationId, CustomerId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import { applyProgress, beginOf, ringingUntil, type Progress } from './call-progress.js';
import type { Call } from './call.js';

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
