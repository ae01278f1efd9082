import { SAMPLES_PER_SECOND, wavHeader } from './wav-header.js';

const BYTES_PER_SAMPLE = 2;
/** The tone gets louder for this many samples, and gets softer for as many at its end, so that it does not click. */
const FADE = SAMPLES_PER_SECOND / 25;
const LOUDEST = 0.3 * 0x7fff;

/** The length of every tone. */
export const TONE_SECONDS = 1;

/** Returns a WAV file with one second of a tone: PCM, 8 kHz, 16 bits, mono. */
export function toneWav(hertz: number): Uint8Array {
  const samples = TONE_SECONDS * SAMPLES_PER_SECOND;
  const header = wavHeader(samples * BYTES_PER_SAMPLE, BYTES_PER_SAMPLE);
  const wav = new Uint8Array(header.byteLength + samples * BYTES_PER_SAMPLE);
  wav.set(header);
  const sound = new DataView(wav.buffer, header.byteLength);
  for (let index = 0; index < samples; index += 1) {
    const loudness = LOUDEST * Math.min(1, index / FADE, (samples - 1 - index) / FADE);
    const sample = loudness * Math.sin((2 * Math.PI * hertz * index) / SAMPLES_PER_SECOND);
    sound.setInt16(index * BYTES_PER_SAMPLE, Math.round(sample), true);
  }
  return wav;
}
