import { CALL_STATUSES, shown, type Call, type ShownCall } from '../../../domain/calls/call.js';
import { DIRECTIONS } from '../../../domain/messages/message.js';
import { DateTime, Flag, Int, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';

const SECONDS = { min: 0, nullable: true } as const;

export class CallView {
  @Uuid() id!: string;
  @Uuid({ nullable: true, description: 'The thread that the call was filed into. Null if the number was never matched.' })
  conversation!: string | null;
  @Uuid({ nullable: true }) customer_id!: string | null;
  @OneOf(DIRECTIONS) direction!: string;
  @OneOf(CALL_STATUSES, { description: '`ringing` and `in_progress` are live calls.' }) status!: string;
  @Text({ description: 'E.164. A number that cannot be read is kept as it came.', example: '+16135550142' }) from!: string;
  @Text({ description: 'E.164. A number that cannot be read is kept as it came.', example: '+16135550100' }) to!: string;
  @DateTime() started_at!: string;
  @DateTime({ nullable: true, description: 'Null while the call is live.' }) ended_at!: string | null;
  @Int({ ...SECONDS, description: 'The whole call, with the ringing.' }) duration_seconds!: number | null;
  @Text({ nullable: true, description: 'A staff member, or the AI receptionist.' }) answered_by!: string | null;
  @Flag({ description: 'True when the audio is stored.' }) has_recording!: boolean;
  @Int({ ...SECONDS, description: 'The recorded part only.' }) recording_duration_seconds!: number | null;
  @Flag({ description: 'True when the audio is stored.' }) has_voicemail!: boolean;
  @Int(SECONDS) voicemail_duration_seconds!: number | null;
  @Flag() has_transcript!: boolean;
  @Flag() has_ai_summary!: boolean;

  static of(given: Call | ShownCall): CallView {
    const call = 'transcript' in given ? shown(given) : given;
    return {
      id: call.id,
      conversation: call.conversationId,
      customer_id: call.customerId,
      direction: call.direction,
      status: call.status,
      from: call.from,
      to: call.to,
      started_at: call.startedAt,
      ended_at: call.endedAt,
      duration_seconds: call.durationSeconds,
      answered_by: call.answeredBy,
      has_recording: call.hasRecording,
      recording_duration_seconds: call.recordingDurationSeconds,
      has_voicemail: call.hasVoicemail,
      voicemail_duration_seconds: call.voicemailDurationSeconds,
      has_transcript: call.hasTranscript,
      has_ai_summary: call.hasAiSummary,
    };
  }
}
