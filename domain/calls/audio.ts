import type { AudioKind } from '../media/media-file.js';
import { changed, type Decision } from '../shared/events.js';
import type { Instant } from '../shared/instant.js';
import type { Call } from './call.js';

/** A sound of a call. */
export interface Sound {
  readonly kind: AudioKind;
  /** the length in seconds, as the provider reported it; null: unknown */
  readonly durationSeconds: number | null;
}

/**
 * Notes that a sound of a call can be played from now on. It replaces an earlier sound of its kind. The call always changes, so
 * two files of one call that are stored at once come one after the other.
 */
export function withAudio(call: Call, { kind, durationSeconds }: Sound, now: Instant): Decision<Call, 'call.recording_ready'> {
  const next: Call =
    kind === 'recording'
      ? { ...call, hasRecording: true, recordingDurationSeconds: durationSeconds }
      : { ...call, hasVoicemail: true, voicemailDurationSeconds: durationSeconds };
  return changed(next, now, [{ type: 'call.recording_ready', details: { media: kind } }]);
}
