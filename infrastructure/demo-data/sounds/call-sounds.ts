import type { Call } from '../../../domain/calls/call.js';
import type { AudioKind } from '../../../domain/media/media-file.js';
import type { Random } from '../random/random.js';
import { TONE_SECONDS } from './tone.js';

/** The part of the calls with a possible sound that have it. */
const PART = 0.7;

/**
 * Gives sounds to some of the newest calls: a recording to completed ones, and voicemail to missed ones.
 * @param calls oldest first
 * @param most the number of calls that get one, if so many can have one
 */
export function withSounds(calls: readonly Call[], most: number, random: Random): Call[] {
  let left = most;
  const newestFirst = calls.toReversed().map((call) => {
    if (left === 0 || !canHaveSound(call) || !random.chance(PART)) return call;
    left -= 1;
    return call.status === 'completed'
      ? { ...call, hasRecording: true, recordingDurationSeconds: TONE_SECONDS }
      : { ...call, hasVoicemail: true, voicemailDurationSeconds: TONE_SECONDS };
  });
  return newestFirst.reverse();
}

/** A sound is not longer than its call. */
function canHaveSound({ status, durationSeconds }: Call): boolean {
  return (status === 'completed' || status === 'missed') && (durationSeconds ?? 0) >= TONE_SECONDS;
}

/** The kind of sound that a call of the demo has. Null: it has none. */
export function soundOf({ hasRecording, hasVoicemail }: Call): AudioKind | null {
  if (hasRecording) return 'recording';
  return hasVoicemail ? 'voicemail' : null;
}
