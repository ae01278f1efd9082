import type { Call } from '../../../domain/calls/call.js';
import { flag, instant, integer, orNull, provenance, shopKey, table, text, uuid, uuidKey, type Provenance } from '../tables/table.js';

export const callTable = table<Call & Provenance & { shopId: string }>('calls', {
  shopId: shopKey,
  id: uuidKey(),
  conversationId: orNull(uuid('conversation_id')),
  customerId: orNull(uuid('customer_id')),
  direction: text(),
  status: text(),
  from: text(),
  to: text(),
  startedAt: instant('started_at'),
  endedAt: orNull(instant('ended_at')),
  durationSeconds: orNull(integer('duration_seconds')),
  answeredBy: orNull(text('answered_by')),
  hasRecording: flag('has_recording'),
  recordingDurationSeconds: orNull(integer('recording_duration_seconds')),
  hasVoicemail: flag('has_voicemail'),
  voicemailDurationSeconds: orNull(integer('voicemail_duration_seconds')),
  transcript: orNull(text()),
  transcriptSource: orNull(text('transcript_source')),
  aiSummary: orNull(text('ai_summary')),
  createdAt: instant('created_at'),
  ...provenance,
});
