import type { IncomingMessage } from 'node:http';

/** The body of an answer as it comes. Its reader ends it early by `return`, even before the first byte. */
export class FileBody implements AsyncIterableIterator<Uint8Array> {
  private readonly chunks: AsyncIterator<Buffer>;

  /** @param stallMs the longest wait for more bytes, in milliseconds. The time in which the reader is busy does not count. */
  constructor(
    private readonly response: IncomingMessage,
    private readonly stallMs: number,
  ) {
    // The cast is safe: an answer without an encoding is read as buffers.
    this.chunks = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    // The reader gets this error from `next`. Before the first `next`, the error would have no listener and end the process.
    response.on('error', () => undefined);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** @throws Error when the connection breaks, when no bytes come for `stallMs`, and when the time for the whole file is over */
  async next(): Promise<IteratorResult<Uint8Array>> {
    const timer = setTimeout(() => {
      this.response.destroy(new Error(`no bytes came for ${this.stallMs} ms`));
    }, this.stallMs);
    try {
      return await this.chunks.next();
    } finally {
      clearTimeout(timer);
    }
  }

  return(): Promise<IteratorResult<Uint8Array>> {
    this.response.destroy();
    return Promise.resolve({ done: true, value: undefined });
  }
}
