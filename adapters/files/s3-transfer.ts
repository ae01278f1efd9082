import type { Readable } from 'node:stream';

/**
 * The content of an answer. Ending the iteration ends the transfer, even before the first chunk: a generator that has not begun
 * would leave the connection open.
 */
export class S3Transfer implements AsyncIterableIterator<Uint8Array> {
  private readonly chunks: AsyncIterator<Uint8Array>;
  private ended = false;

  /** @param explain makes the error that the reader gets when the transfer breaks off */
  constructor(
    private readonly body: Readable,
    private readonly explain: (error: unknown) => Error,
  ) {
    this.chunks = body[Symbol.asyncIterator]();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    if (this.ended) return this.return();
    try {
      return await this.chunks.next();
    } catch (error) {
      throw this.explain(error);
    }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.ended = true;
    this.body.destroy();
    return Promise.resolve({ done: true, value: undefined });
  }
}
