import { withoutUnprintable } from '../../domain/shared/text.js';

/**
 * The beginning of an answer as text of at most `most` bytes of UTF-8. Bytes that are not UTF-8 become U+FFFD; NUL and other controls
 * are left out.
 * @param cut whether the answer goes on: then a letter at the end of which only the beginning is there is left out, too
 */
export function keptText(bytes: Buffer, most: number, cut: boolean): string {
  const text = withoutUnprintable(new TextDecoder().decode(bytes, { stream: cut }));
  if (Buffer.byteLength(text) <= most) return text;
  // U+FFFD is longer than the byte in whose place it stands.
  return new TextDecoder().decode(Buffer.from(text).subarray(0, most), { stream: true });
}
