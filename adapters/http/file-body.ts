import { randomBytes } from 'node:crypto';
import type { BytePart } from '../../application/areas/media/file-storage.js';
import type { Headers } from './answer.js';
import type { RangeAnswer } from './byte-ranges.js';

/** A piece of a body: bytes that are sent as they are, a part of the file, or null for the whole file. */
export type Piece = Uint8Array | BytePart | null;

/** The answer to a request for a file or its parts: status, headers about its length and type, and body. */
export interface FileBody {
  readonly status: 200 | 206;
  readonly headers: Headers;
  readonly pieces: readonly Piece[];
}

interface Described {
  readonly contentType: string;
  readonly bytes: number;
}

/** Describes the answer. Several parts become `multipart/byteranges` (RFC 9110 §14.6), whose length is known beforehand. */
export function fileBody({ contentType, bytes }: Described, wanted: Exclude<RangeAnswer, 'unsatisfiable'>): FileBody {
  if (wanted === 'whole') {
    return { status: 200, headers: { 'content-type': contentType, 'content-length': bytes }, pieces: [null] };
  }
  const [only, ...others] = wanted;
  if (others.length > 0) return multipart({ contentType, bytes }, wanted);
  const headers = { 'content-type': contentType, 'content-range': contentRange(only, bytes), 'content-length': lengthOf(only) };
  return { status: 206, headers, pieces: [only] };
}

function multipart({ contentType, bytes }: Described, parts: readonly BytePart[]): FileBody {
  const boundary = randomBytes(24).toString('base64url'); // so long that no file has it by chance
  const headOf = (part: BytePart): Buffer =>
    Buffer.from(`\r\n--${boundary}\r\nContent-Type: ${contentType}\r\nContent-Range: ${contentRange(part, bytes)}\r\n\r\n`);
  const pieces = [...parts.flatMap((part) => [headOf(part), part]), Buffer.from(`\r\n--${boundary}--\r\n`)];
  const length = pieces.reduce((sum, piece) => sum + (piece instanceof Uint8Array ? piece.length : lengthOf(piece)), 0);
  const headers = { 'content-type': `multipart/byteranges; boundary=${boundary}`, 'content-length': length };
  return { status: 206, headers, pieces };
}

export function lengthOf({ first, last }: BytePart): number {
  return last - first + 1;
}

function contentRange({ first, last }: BytePart, bytes: number): string {
  return `bytes ${first}-${last}/${bytes}`;
}
