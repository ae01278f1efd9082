import type { ServerResponse } from 'node:http';

export type Content<Chunk = Uint8Array> = AsyncIterable<Chunk>;

/**
 * The time without activity after which a client that plays a file may be cut off, in milliseconds. It is long, because a player
 * reads no faster than it plays, and Node sees that a client takes bytes only when a third of the operating system's buffer is free
 * again. That can be more than 1 MB, and so more than a minute of sound. A long recording would be cut off in the middle.
 */
const LISTENING_MS = 120_000;

/**
 * Sends a body at the pace of the client, and ends the content when the client has gone. The head of the answer must be written.
 * @param idleMs the time without activity after which the client is cut off
 * @throws the error of the content; the connection is then closed, so that the client sees that it has not got all
 */
export async function sendBody(
  response: ServerResponse,
  content: Content<Uint8Array | string>,
  idleMs = LISTENING_MS,
): Promise<void> {
  bePatient(response, idleMs);
  try {
    // Not `pipeline`: it does not begin to read if the client has gone already, and content that is open would stay open.
    for await (const chunk of content) {
      if (response.destroyed) return;
      if (!response.write(chunk)) await taken(response);
    }
    response.end();
  } catch (error) {
    response.destroy();
    throw error;
  }
}

function bePatient(response: ServerResponse, idleMs: number): void {
  const { socket } = response;
  const limit = socket?.timeout ?? 0;
  socket?.setTimeout(idleMs);
  // Before Node's own listener, which begins to wait for the next request and sets another limit for that.
  response.prependOnceListener('finish', () => socket?.setTimeout(limit));
}

/** Frees content that nobody wants any more. Content may be open from the beginning, and ends only after it has begun. */
export async function discard(content: Content): Promise<void> {
  for await (const _ of content) break;
}

/** Resolves when the client has taken what was written, or has gone. */
function taken(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      response.off('drain', settle).off('close', settle);
      resolve();
    };
    if (response.destroyed) resolve();
    else response.on('drain', settle).on('close', settle);
  });
}
