import { isAllowed, type MediaKind, type SizeLimits } from '../../../domain/media/media-file.js';
import type { OpenedFile } from './fetch-media.js';
import type { FileTypes } from './file-storage.js';

type Opened = Extract<OpenedFile, { outcome: 'opened' }>;

/** The file is not one that the service stores, so no later try can succeed. The message is a sentence for people. */
export class NotStorable extends Error {}

/** The content of a file on its way into the storage. It ends with an error when the file may not be stored, or is not whole. */
export class CheckedContent implements AsyncIterable<Uint8Array> {
  private type: string | null = null;

  constructor(
    private readonly kind: MediaKind,
    private readonly file: Opened,
    private readonly types: FileTypes,
    private readonly limits: SizeLimits,
  ) {}

  /** The media type that the file's bytes have shown. It is known when all content was read. */
  get contentType(): string {
    if (this.type === null) throw new Error('the content was not read yet');
    return this.type;
  }

  /** @throws NotStorable; Error when the transfer breaks off */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const head: Uint8Array[] = [];
    let [bytes, seen] = [0, false];
    for await (const chunk of this.announced()) {
      bytes += chunk.byteLength;
      if (bytes > this.limits[this.kind]) throw this.tooLong();
      if (seen) {
        yield chunk;
        continue;
      }
      head.push(chunk);
      if (bytes < this.types.headBytes) continue;
      seen = true;
      yield* this.judged(head);
    }
    const { bytes: announced } = this.file;
    if (bytes === 0 || (announced !== null && bytes < announced)) throw new Error('The file was not whole.');
    if (!seen) yield* this.judged(head);
  }

  /** A file that is announced as too long is refused before any of it is read. */
  private async *announced(): AsyncGenerator<Uint8Array> {
    const { bytes, content } = this.file;
    if (bytes !== null && bytes > this.limits[this.kind]) {
      await content[Symbol.asyncIterator]().return?.();
      throw this.tooLong();
    }
    yield* content;
  }

  private async *judged(head: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
    const type = await this.types.typeOf(joined(head, this.types.headBytes));
    if (type === null) throw new NotStorable('The file is of an unknown type.');
    if (!isAllowed(this.kind, type))
      throw new NotStorable(`The file is of the type ${type}, which is not stored as ${this.kind}.`);
    this.type = type;
    yield* head;
  }

  private tooLong(): NotStorable {
    return new NotStorable(`The file is longer than ${this.limits[this.kind]} bytes.`);
  }
}

/** The first bytes of the chunks, at most `most`. */
function joined(chunks: readonly Uint8Array[], most: number): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0));
  let place = 0;
  for (const chunk of chunks) {
    whole.set(chunk, place);
    place += chunk.byteLength;
  }
  return whole.subarray(0, most);
}
