import { setMaxListeners } from 'node:events';
import type { Readable } from 'node:stream';
import { withoutUnprintable } from '../../domain/shared/text.js';
import { OutboundError } from './outbound-error.js';

/** Thrown in place of a result when one of the signals was aborted. */
export const ABORTED = new Error('aborted');

/**
 * Waits for the work until it is done, the time is over or a signal is aborted. The work's own signal then tells it to end, and
 * nobody waits for that: an attempt to connect cannot be ended from outside before it succeeds or fails.
 * @throws ABORTED, or OutboundError `timeout`
 */
export async function limited<Result>(
  ms: number,
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (signals.some(({ aborted }) => aborted)) throw ABORTED;
  const ending = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => {
      reject(ending.signal.reason as Error); // one of the two errors below
    });
  });
  const abort = (): void => {
    ending.abort(ABORTED);
  };
  const timer = setTimeout(() => {
    ending.abort(new OutboundError('timeout', `no complete answer within ${ms / 1000} s`));
  }, ms);
  // `AbortSignal.any` would do, but in Node 20 it keeps memory for as long as the given signals live.
  for (const signal of signals) {
    setMaxListeners(0, signal); // hundreds of requests may wait for one signal
    signal.addEventListener('abort', abort);
  }
  try {
    return await Promise.race([work(ending.signal), ended]);
  } finally {
    clearTimeout(timer);
    for (const signal of signals) signal.removeEventListener('abort', abort);
  }
}

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

/**
 * A body up to this length is read to its end, so that its connection can be used again. Of a longer one the connection is closed,
 * which costs less than to receive it.
 */
const MOST_READ = 16 * 1024;

export interface BodyBeginning {
  readonly bytes: Buffer;
  /** whether the body is longer than `bytes` */
  readonly cut: boolean;
}

export async function readBeginning(body: Readable, most: number): Promise<BodyBeginning> {
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
