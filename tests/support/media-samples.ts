import { wavHeader } from '../../infrastructure/demo-data/sounds.js';

/** A WAV file with noise that differs by its seed: mono, 8,000 samples of 8 bits a second. */
export function wav(bytes = 20_000, seed = 1): Buffer {
  const dataBytes = bytes - 44;
  return Buffer.concat([wavHeader(dataBytes, 1), noise(dataBytes, seed)]);
}

const PNG_HEAD =
  '89504e470d0a1a0a0000000d494844520000000100000001080600000' + '01f15c4890000000d49444154789c6360000002000001e221bc33';

/** A PNG file with noise behind its picture. */
export function png(bytes = 5_000, seed = 1): Buffer {
  const head = Buffer.from(PNG_HEAD, 'hex');
  return Buffer.concat([head, noise(bytes - head.byteLength, seed)]);
}

export const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
export const VCARD = Buffer.from('BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Dana Whitfield\r\nEND:VCARD\r\n');
export const HTML = Buffer.from('<!DOCTYPE html><html><script>alert(1)</script></html>');
export const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

export async function wholeOf(content: AsyncIterable<Uint8Array> | null): Promise<Buffer | null> {
  if (content === null) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function noise(bytes: number, seed: number): Buffer {
  const content = Buffer.alloc(bytes);
  let state = seed;
  for (let at = 0; at < bytes; at += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    content[at] = state >> 16;
  }
  return content;
}
