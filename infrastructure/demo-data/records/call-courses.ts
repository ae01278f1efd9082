import type { Call } from '../../../domain/calls/call.js';
import { millisOf } from '../../../domain/shared/instant.js';
import { after, earlier, type PartContext } from '../random/part-context.js';

type Course = Pick<Call, 'endedAt' | 'durationSeconds' | 'answeredBy' | 'transcript' | 'transcriptSource' | 'aiSummary'>;

const UNHEARD = { transcript: null, transcriptSource: null, aiSummary: null };

/** Returns what happens in a call: its duration, the person who answers, and the transcript. */
export function callCourse(
  context: PartContext,
  { status, startedAt, direction }: Pick<Call, 'status' | 'startedAt' | 'direction'>,
  answerers: readonly string[],
): Course {
  const { random, now } = context;
  const ended = (seconds: number): Pick<Course, 'endedAt' | 'durationSeconds'> => {
    const endedAt = earlier(after(startedAt, seconds * 1000), now);
    return { endedAt, durationSeconds: Math.floor((millisOf(endedAt) - millisOf(startedAt)) / 1000) };
  };
  const answeredBy = random.pick(answerers);
  switch (status) {
    case 'ringing':
      return { endedAt: null, durationSeconds: null, answeredBy: null, ...UNHEARD };
    case 'in_progress':
      return { endedAt: null, durationSeconds: null, answeredBy, ...UNHEARD };
    case 'completed':
      // The other side answers an outbound call, so `answeredBy` names nobody of the shop.
      return {
        ...ended(random.integer(25, 900)),
        answeredBy: direction === 'inbound' ? answeredBy : null,
        ...heard(context, answeredBy),
      };
    case 'missed':
      return { ...ended(random.integer(15, 40)), answeredBy: null, ...UNHEARD };
    case 'failed':
      return { ...ended(random.integer(0, 4)), answeredBy: null, ...UNHEARD };
    case 'canceled':
      return { ...ended(random.integer(2, 20)), answeredBy: null, ...UNHEARD };
  }
}

/**
 * Returns the transcript of a completed call. If the AI receptionist spoke, it is a live one. A fifth of the other calls have one
 * that a machine made afterwards.
 */
function heard(
  { random, shop: { texts } }: PartContext,
  answeredBy: string,
): Pick<Course, 'transcript' | 'transcriptSource' | 'aiSummary'> {
  const live = answeredBy === texts.receptionist;
  if (!live && !random.chance(0.2)) return UNHEARD;
  const { lines, summary } = random.pick(texts.transcripts);
  const aiSummary = random.chance(0.7) ? summary : null;
  return { transcript: lines.join('\n'), transcriptSource: live ? 'live_agent' : 'transcription', aiSummary };
}
