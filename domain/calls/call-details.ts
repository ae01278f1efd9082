import { changed, unchanged, type Decision } from '../shared/events.js';
import type { Instant } from '../shared/instant.js';
import type { Call } from './call.js';

/** Code units. An import takes transcripts of this length, too. */
const LONGEST_TRANSCRIPT = 200_000;
const BROKEN_END = /[\ud800-\udbff]$/;

/** Reports are repeated within hours, so these many ids are enough. */
const MOST_IDS = 20;

/** Names the person who answered. The first person who answered stays: the others got the call from this person. */
export function answeredBy(call: Call, name: string, at: Instant, now: Instant): Decision<Call, never> {
  const isFirst = call.answeredBy === null || (call.answeredAt !== null && at < call.answeredAt);
  return isFirst ? changed({ ...call, answeredBy: name, answeredAt: at }, now, []) : unchanged(call);
}

/** A machine's transcript of a call. */
export interface ToldTranscript {
  /** the provider's id; null: it gave none */
  readonly id: string | null;
  readonly text: string;
}

/**
 * Adds a machine's transcript, in the place of an earlier one. A transcript that was reported before changes nothing, and neither
 * does one without a word.
 */
export function transcribed(call: Call, { id, text }: ToldTranscript, now: Instant): Decision<Call, 'call.transcribed'> {
  const transcript = text.slice(0, LONGEST_TRANSCRIPT).replace(BROKEN_END, '');
  if (transcript.trim() === '' || (id !== null && call.transcriptIds.includes(id))) return unchanged(call);
  const transcriptIds = id === null ? call.transcriptIds : [...call.transcriptIds, id].slice(-MOST_IDS);
  const next: Call = { ...call, transcript, transcriptIds, transcriptSource: 'transcription' };
  const isSame = call.transcript === transcript && call.transcriptSource === next.transcriptSource;
  return changed(next, now, isSame ? [] : [{ type: 'call.transcribed' }]);
}
