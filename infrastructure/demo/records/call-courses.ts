import type { Call } from '../../../domain/calls/call.js';
import { millisOf } from '../../../domain/shared/instant.js';
import { after, earlier, type Scene } from '../random/scene.js';

type Course = Pick<Call, 'endedAt' | 'durationSeconds' | 'answeredBy' | 'transcript' | 'transcriptSource' | 'aiSummary'>;

const UNHEARD = { transcript: null, transcriptSource: null, aiSummary: null };

/** What became of a call: how long it was, who took it, and what was said. */
export function callCourse(
  scene: Scene,
  { status, startedAt, direction }: Pick<Call, 'status' | 'startedAt' | 'direction'>,
  answerers: readonly string[],
): Course {
  const { random, now } = scene;
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
      // Whoever is called from here has answered: that is nobody of the shop.
      return { ...ended(random.integer(25, 900)), answeredBy: direction === 'inbound' ? answeredBy : null, ...heard(scene, answeredBy) };
    case 'missed':
      return { ...ended(random.integer(15, 40)), answeredBy: null, ...UNHEARD };
    case 'failed':
      return { ...ended(random.integer(0, 4)), answeredBy: null, ...UNHEARD };
    case 'canceled':
      return { ...ended(random.integer(2, 20)), answeredBy: null, ...UNHEARD };
  }
}

/** The receptionist writes along; of the others' calls some were transcribed. */
function heard({ random, shop: { texts } }: Scene, answeredBy: string): Pick<Course, 'transcript' | 'transcriptSource' | 'aiSummary'> {
  const live = answeredBy === texts.receptionist;
  if (!live && !random.chance(0.2)) return UNHEARD;
  const { lines, summary } = random.pick(texts.transcripts);
  const aiSummary = random.chance(0.7) ? summary : null;
  return { transcript: lines.join('\n'), transcriptSource: live ? 'live_agent' : 'machine', aiSummary };
}
