const RATE = 8000;
const HEAD_BYTES = 44;

/** Returns a WAV file with a tone: one channel, 8000 samples of 16 bits a second, so 16 kB for each second. */
export function tone(seconds: number, hertz = 440): Buffer {
  const bytes = seconds * RATE * 2;
  const file = Buffer.alloc(HEAD_BYTES + bytes);
  file.write('RIFF', 0);
  file.writeUInt32LE(HEAD_BYTES - 8 + bytes, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16); // the length of this part
  file.writeUInt16LE(1, 20); // plain samples
  file.writeUInt16LE(1, 22); // one channel
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(bytes, 40);
  for (let n = 0; n < seconds * RATE; n += 1) {
    file.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * hertz * n) / RATE)), HEAD_BYTES + n * 2);
  }
  return file;
}
