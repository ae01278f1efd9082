import type { Ids } from '../../application/kernel/ports/ports.js';
import type { MediaFile } from '../../domain/media/media-file.js';
import type { CallId } from '../../domain/shared/id.js';
import type { DemoRow } from './telling.js';

/** The length of every tone. */
const TONE_SECONDS = 1;
const SAMPLES_PER_SECOND = 8000;
const BYTES_PER_SAMPLE = 2;
/** The tone gets louder for this many samples, and gets softer for as many at its end, so that it does not click. */
const FADE = SAMPLES_PER_SECOND / 25;
const LOUDEST = 0.3 * 0x7fff;
const HEADER_BYTES = 44;
/** The length of PCM's format description in bytes, and PCM's number among the formats of WAV. */
const PCM = { length: 16, format: 1 };
/** The tones of the calls' sounds are the notes of two octaves from this one upwards, one after the other. */
const LOWEST_HERTZ = 220;
const NOTES = 24;
const NOTES_OF_OCTAVE = 12;

/** Gives a sound to the newest calls that can have one: a recording to completed ones, and voicemail to missed ones. */
export function addSounds(calls: readonly DemoRow[], most: number): void {
  for (const call of calls.filter(canHaveSound).slice(-most)) {
    const sound = call['status'] === 'completed' ? 'recording' : 'voicemail';
    call[`has_${sound}`] = true;
    call[`${sound}_duration_seconds`] = TONE_SECONDS;
  }
}

/** A sound is not longer than its call. */
function canHaveSound({ status, duration_seconds: seconds }: DemoRow): boolean {
  return (status === 'completed' || status === 'missed') && Number(seconds) >= TONE_SECONDS;
}

export interface DemoSound {
  readonly file: MediaFile;
  readonly content: Uint8Array;
}

/** The recordings and voicemails of the calls that have one: each is a tone. */
export function soundsOf(calls: readonly DemoRow[], ids: Ids): DemoSound[] {
  const sounding = calls.filter((call) => call['has_recording'] ?? call['has_voicemail']);
  return sounding.map(({ id, has_recording: isRecording, created_at: createdAt }, index) => {
    const content = toneWav(LOWEST_HERTZ * 2 ** ((index % NOTES) / NOTES_OF_OCTAVE));
    const file: MediaFile = {
      id: ids.next(),
      kind: isRecording === true ? 'recording' : 'voicemail',
      ...{ callId: id as CallId, messageId: null, place: 0 }, // the id of a row of calls
      ...{ source: null, providerId: null, durationSeconds: TONE_SECONDS },
      ...{ status: 'stored', error: null, attempts: 0, dueAt: null },
      ...{ contentType: 'audio/wav', bytes: content.byteLength },
      createdAt,
    };
    return { file, content };
  });
}

/** Returns a WAV file with one second of a tone: PCM, 8 kHz, 16 bits, mono. */
export function toneWav(hertz: number): Uint8Array {
  const samples = TONE_SECONDS * SAMPLES_PER_SECOND;
  const sound = Buffer.alloc(samples * BYTES_PER_SAMPLE);
  for (let index = 0; index < samples; index += 1) {
    const loudness = LOUDEST * Math.min(1, index / FADE, (samples - 1 - index) / FADE);
    const sample = loudness * Math.sin((2 * Math.PI * hertz * index) / SAMPLES_PER_SECOND);
    sound.writeInt16LE(Math.round(sample), index * BYTES_PER_SAMPLE);
  }
  return Buffer.concat([wavHeader(sound.byteLength, BYTES_PER_SAMPLE), sound]);
}

/** Returns the beginning of a WAV file, which the samples follow. @param dataBytes the length of all samples in bytes */
export function wavHeader(dataBytes: number, bytesPerSample: number): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0);
  header.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(PCM.length, 16);
  header.writeUInt16LE(PCM.format, 20);
  header.writeUInt16LE(1, 22); // mono
  header.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  header.writeUInt32LE(SAMPLES_PER_SECOND * bytesPerSample, 28);
  header.writeUInt16LE(bytesPerSample, 32);
  header.writeUInt16LE(bytesPerSample * 8, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  return header;
}
