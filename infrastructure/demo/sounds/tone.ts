const SAMPLES_PER_SECOND = 8000;
const BYTES_PER_SAMPLE = 2;
const HEADER_BYTES = 44;
/** The length of PCM's format description in bytes, and PCM's number among the formats of WAV. */
const PCM = { length: 16, format: 1 };
/** The tone gets louder for this many samples, and gets softer for as many at its end, so that it does not click. */
const FADE = SAMPLES_PER_SECOND / 25;
const LOUDEST = 0.3 * 0x7fff;

/** The length of every tone. */
export const TONE_SECONDS = 1;

/** Returns a WAV file with one second of a tone: PCM, 8 kHz, 16 bits, mono. */
export function toneWav(hertz: number): Uint8Array {
  const samples = TONE_SECONDS * SAMPLES_PER_SECOND;
  const wav = new DataView(new ArrayBuffer(HEADER_BYTES + samples * BYTES_PER_SAMPLE));
  writeHeader(wav, samples * BYTES_PER_SAMPLE);
  for (let index = 0; index < samples; index += 1) {
    const loudness = LOUDEST * Math.min(1, index / FADE, (samples - 1 - index) / FADE);
    const sample = loudness * Math.sin((2 * Math.PI * hertz * index) / SAMPLES_PER_SECOND);
    wav.setInt16(HEADER_BYTES + index * BYTES_PER_SAMPLE, Math.round(sample), true);
  }
  return new Uint8Array(wav.buffer);
}

function writeHeader(wav: DataView, dataBytes: number): void {
  writeName(wav, 0, 'RIFF');
  wav.setUint32(4, HEADER_BYTES - 8 + dataBytes, true);
  writeName(wav, 8, 'WAVE');
  writeName(wav, 12, 'fmt ');
  wav.setUint32(16, PCM.length, true);
  wav.setUint16(20, PCM.format, true);
  wav.setUint16(22, 1, true); // mono
  wav.setUint32(24, SAMPLES_PER_SECOND, true);
  wav.setUint32(28, SAMPLES_PER_SECOND * BYTES_PER_SAMPLE, true);
  wav.setUint16(32, BYTES_PER_SAMPLE, true);
  wav.setUint16(34, BYTES_PER_SAMPLE * 8, true);
  writeName(wav, 36, 'data');
  wav.setUint32(40, dataBytes, true);
}

function writeName(wav: DataView, at: number, name: string): void {
  for (let index = 0; index < name.length; index += 1) wav.setUint8(at + index, name.charCodeAt(index));
}
