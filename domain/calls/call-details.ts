import { changed, unchanged, type Decision } from '../shared/events.js';
import type { Instant } from '../shared/instant.js';
import type { Call } from './call.js';

/** Code units. An import takes transcripts of this length, too. */
const LONGEST_TRANSCRIPT = 200_000;
const BROKEN_END = /[\ud800-\udbff]$/;

/** Names the person who answered. The first person who answers stays: the others got the call from this person. */
export function answeredBy(call: Call, name: string, now: Instant): Decision<Call, never> {
  return call.answeredBy === null ? changed({ ...call, answeredBy: name }, now, []) : unchanged(call);
}

/** Adds a machine's transcript, in the place of an earlier one. A transcript without a word changes nothing. */
export function transcribed(call: Call, text: string, now: Instant): Decision<Call, 'call.transcribed'> {
  const transcript = text.slice(0, LONGEST_TRANSCRIPT).replace(BROKEN_END, '');
  const next: Call = { ...call, transcript, transcriptSource: 'transcription' };
  const isSame = call.transcript === transcript && call.transcriptSource === next.transcriptSource;
  if (transcript.trim() === '' || isSame) return unchanged(call);
  return changed(next, now, [{ type: 'call.transcribed' }]);
}
