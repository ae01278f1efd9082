import type { Call } from '../../../domain/calls/call.js';
import type { AudioKind, MediaFile } from '../../../domain/media/media-file.js';
import type { DemoPart } from '../demo-part.js';
import type { PartContext } from '../random/part-context.js';
import { demoCalls } from '../records/calls.js';
import { soundOf } from './call-sounds.js';
import { TONE_SECONDS, toneWav } from './tone.js';

export interface DemoSound {
  readonly file: MediaFile;
  readonly content: Uint8Array;
}

/** The tones of the calls' sounds are the notes of two octaves from this one upwards. */
const LOWEST_HERTZ = 220;
const NOTES = 24;
const NOTES_OF_OCTAVE = 12;

/** The recordings and voicemails of the calls that have one: each is a tone. */
export const demoSounds: DemoPart<readonly DemoSound[]> = {
  name: 'sounds',
  per: 'block',
  make: (context, made) =>
    made.of(demoCalls).flatMap((call) => {
      const kind = soundOf(call);
      return kind === null ? [] : [soundFile(context, call, kind)];
    }),
};

function soundFile(context: PartContext, { id: callId, createdAt }: Call, kind: AudioKind): DemoSound {
  const content = toneWav(LOWEST_HERTZ * 2 ** (context.random.integer(0, NOTES) / NOTES_OF_OCTAVE));
  const file: MediaFile = {
    id: context.id<'MediaFile'>(createdAt),
    kind,
    ...{ callId, messageId: null, place: 0 },
    ...{ source: null, providerId: null, durationSeconds: TONE_SECONDS },
    ...{ status: 'stored', error: null, attempts: 0, dueAt: null },
    ...{ contentType: 'audio/wav', bytes: content.byteLength },
    createdAt,
  };
  return { file, content };
}
