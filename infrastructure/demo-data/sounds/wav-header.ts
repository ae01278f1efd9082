/** The sounds here have this many samples a second, on one channel. */
export const SAMPLES_PER_SECOND = 8000;

const HEADER_BYTES = 44;
/** The length of PCM's format description in bytes, and PCM's number among the formats of WAV. */
const PCM = { length: 16, format: 1 };

/** Returns the beginning of a WAV file, which the samples follow. @param dataBytes the length of all samples in bytes */
export function wavHeader(dataBytes: number, bytesPerSample: number): Uint8Array {
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  writeName(header, 0, 'RIFF');
  header.setUint32(4, HEADER_BYTES - 8 + dataBytes, true);
  writeName(header, 8, 'WAVE');
  writeName(header, 12, 'fmt ');
  header.setUint32(16, PCM.length, true);
  header.setUint16(20, PCM.format, true);
  header.setUint16(22, 1, true); // mono
  header.setUint32(24, SAMPLES_PER_SECOND, true);
  header.setUint32(28, SAMPLES_PER_SECOND * bytesPerSample, true);
  header.setUint16(32, bytesPerSample, true);
  header.setUint16(34, bytesPerSample * 8, true);
  writeName(header, 36, 'data');
  header.setUint32(40, dataBytes, true);
  return new Uint8Array(header.buffer);
}

function writeName(header: DataView, at: number, name: string): void {
  for (let index = 0; index < name.length; index += 1) header.setUint8(at + index, name.charCodeAt(index));
}
