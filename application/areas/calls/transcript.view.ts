import type { Transcript } from '../../../domain/calls/call.js';
import { DateTime, Int, Text, Uuid } from '../../kernel/fields/fields.js';

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
