import type { Readable } from 'node:stream';

/**
 * A body up to this length is read to its end, so that its connection can be used again. Of a longer one the connection is closed,
 * which costs less than to receive it.
 */
const MOST_READ = 16 * 1024;

export interface Beginning {
  readonly bytes: Buffer;
  /** whether the body is longer than `bytes` */
  readonly cut: boolean;
}

export async function readBeginning(body: Readable, most: number): Promise<Beginning> {
  const pieces: Buffer[] = [];
  let length = 0;
  // Leaving the loop before the end destroys the stream, and with it the connection.
  for await (const piece of body as AsyncIterable<Buffer>) {
    if (length < most) pieces.push(piece.subarray(0, most - length));
    length += piece.length;
    if (length > MOST_READ) break;
  }
  return { bytes: Buffer.concat(pieces), cut: length > most };
}
