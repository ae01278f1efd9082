import { CALL_STATUSES, shown, type Call, type ShownCall, type Transcript } from '../../../domain/calls/call.js';
import { AUDIO_KINDS } from '../../../domain/media/media-file.js';
import { defined } from '../../../domain/shared/defined.js';
import { instantOf } from '../../../domain/shared/instant.js';
import { DIRECTIONS } from '../../../domain/texting/message.js';
import type { About } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { DateTime, Flag, Int, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { Included, UpdatedAt } from '../../kernel/fields/view.js';
import { ShownContactView, type ShownContact } from '../inbox/shown-contact.js';
import type { MediaLink } from '../media/playback.js';

const SECONDS = { min: 0, nullable: true } as const;

export class CallView {
  @Uuid() id!: string;
  @Uuid({ nullable: true, description: 'The thread that the call was filed into. Null if the number was never matched.' })
  conversation!: string | null;
  @Uuid({ nullable: true }) customer_id!: string | null;
  @OneOf(DIRECTIONS) direction!: string;
  @OneOf(CALL_STATUSES, { description: '`ringing` and `in_progress` are live calls.' }) status!: string;
  @Text({ fromOutside: true, description: 'E.164. A number that cannot be read is kept as it came.', example: '+16135550142' })
  from!: string;
  @Text({ fromOutside: true, description: 'E.164. A number that cannot be read is kept as it came.', example: '+16135550100' })
  to!: string;
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
  @UpdatedAt() updated_at?: string | undefined;

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
      updated_at: call.updatedAt,
    };
  }
}

/** A call in a list. */
export interface ListedCall extends ShownCall {
  /** absent: the list was not asked for it */
  readonly contact?: ShownContact;
}

export class ListedCallView extends CallView {
  @Included(ShownContactView, { description: 'Its customer, else the lead of its thread, else the number.' })
  contact?: ShownContactView;

  static override of(call: ListedCall): ListedCallView {
    return Object.assign(CallView.of(call), defined({ contact: call.contact && ShownContactView.of(call.contact) }));
  }
}

class ReadySound {
  @OneOf(AUDIO_KINDS, { description: 'The sound that can be played now.' }) media!: string;
}

export type CallEvent = 'call.completed' | 'call.missed' | 'call.recording_ready' | 'call.transcribed';

/** The contact is at the other end. The shop's own line is nobody's. */
const aboutCall: About = ({ customer_id: customer, conversation, direction, from, to }) => [
  ['customer', customer],
  ['conversation', conversation],
  ['number', direction === 'inbound' ? from : to],
];

const MISSED = { status: 'missed', ended_at: '2026-03-02T14:30:25.000Z', duration_seconds: 25 };
const ANSWERED = { status: 'completed', ended_at: '2026-03-02T14:34:10.000Z', duration_seconds: 250 };
const RECORDED = { ...ANSWERED, has_recording: true, recording_duration_seconds: 245 };
const TRANSCRIBED = { ...RECORDED, has_transcript: true, has_ai_summary: true };

export const callEvents = eventKinds<Call, CallEvent>(CallView, aboutCall, {
  'call.completed': { says: 'A call that was answered has ended.', example: ANSWERED },
  'call.missed': { says: 'A call to the shop was not answered.', example: MISSED },
  'call.recording_ready': { says: 'A recording or voicemail of a call can be played.', details: ReadySound, example: RECORDED },
  'call.transcribed': { says: 'The transcript of a call is there.', example: TRANSCRIBED },
});

export interface RecordingLink {
  readonly link: MediaLink;
  readonly url: string;
  readonly durationSeconds: number | null;
}

export class RecordingLinkView {
  @Uuid({ description: 'The `id` of the call.' }) call!: string;
  @OneOf(AUDIO_KINDS) kind!: string;
  @Text({
    description: 'Plays this one sound of this one call, without a key, until `expires_at`. Fetch a new link for each playback.',
    example:
      'https://shop.example/media/0199a3c4-5b60-7c1e-8f3a-2d9b6e4c7a10/calls/0199a3c4-6d21-7a45-9b0e-51f3c8d2e694/recording' +
      '?expires=1772462100&signature=kAxV0mN9r3Yt8QbZ1cLw5uJd7eHs2fGp4iKo6vXn0TE',
  })
  url!: string;
  @DateTime({ description: 'When the link ends.' }) expires_at!: string;
  @Int({ min: 0, nullable: true, description: 'The length of the sound. Null if it is unknown.' })
  duration_seconds!: number | null;

  static of({ link, url, durationSeconds }: RecordingLink): RecordingLinkView {
    return {
      call: link.call,
      kind: link.kind,
      url,
      expires_at: instantOf(link.expires * 1000),
      duration_seconds: durationSeconds,
    };
  }
}

const SOURCE =
  '`live_agent`: written during the call. `transcription`: made by a machine from the recording. An import may name another.';

export class TranscriptView {
  @Uuid({ description: 'The call.' }) call!: string;
  @Text({ nullable: true, fromOutside: true, description: 'Null if the call was never transcribed.' }) transcript!: string | null;
  @Text({ nullable: true, description: SOURCE, example: 'live_agent' }) source!: string | null;
  @DateTime({ description: 'The start of the call.' }) started_at!: string;
  @Int({ min: 0, nullable: true, description: 'The whole call, with the ringing.' }) duration_seconds!: number | null;

  static of({ id, transcript, transcriptSource, startedAt, durationSeconds }: Transcript): TranscriptView {
    return {
      call: id,
      transcript,
      source: transcript === null ? null : transcriptSource,
      started_at: startedAt,
      duration_seconds: durationSeconds,
    };
  }
}
