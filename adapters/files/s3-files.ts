import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { FileStorage, type BytePart } from '../../application/areas/media/file-storage.js';
import type { MediaFileId, ShopId } from '../../domain/shared/id.js';
import { millisOf, type Instant } from '../../domain/shared/instant.js';
import { checkedId } from './disk-files.js';
import { clientOf, PART_BYTES, wordsFor, type S3Options } from './s3-client.js';
import { explained, isMissing, nameOf } from './s3-errors.js';
import { abortLeftUploads } from './s3-left-uploads.js';
import { S3Transfer } from './s3-transfer.js';

const DELETED_AT_ONCE = 16;

/** Keeps each file as `<prefix>/<shop>/<file's id>` in a bucket. */
export class S3Files extends FileStorage {
  private readonly client: S3Client;
  private readonly place: string;

  constructor(private readonly options: S3Options) {
    super();
    this.place = wordsFor(options);
    this.client = clientOf(options);
  }

  override async put(shop: ShopId, file: MediaFileId, content: AsyncIterable<Uint8Array>): Promise<number> {
    const source = new Source(content);
    const params = { Bucket: this.options.bucket, Key: this.keyOf(shop, file), Body: Readable.from(source.read()) };
    try {
      await new Upload({ client: this.client, params, partSize: PART_BYTES, queueSize: 1 }).done();
      return source.bytes;
    } catch (error) {
      throw source.failure ? source.failure.error : this.explained(error);
    }
  }

  override async read(shop: ShopId, file: MediaFileId, part?: BytePart): Promise<AsyncIterable<Uint8Array> | null> {
    const key = { Bucket: this.options.bucket, Key: this.keyOf(shop, file) };
    const range = part && { Range: `bytes=${part.first}-${part.last}` };
    try {
      const { Body: body } = await this.client.send(new GetObjectCommand({ ...key, ...range }));
      if (!(body instanceof Readable)) throw new Error('the answer has no content'); // in Node the SDK gives a Readable
      return new S3Transfer(body, (error) => this.explained(error));
    } catch (error) {
      if (isMissing(error)) return null;
      if (nameOf(error) === 'InvalidRange') return Readable.from([]); // the part begins after the file's end
      throw this.explained(error);
    }
  }

  override async delete(shop: ShopId, file: MediaFileId): Promise<void> {
    await this.explaining(this.deleteKey(this.keyOf(shop, file)));
  }

  override async deleteAll(shop: ShopId): Promise<void> {
    await this.explaining(this.deleteKeys(`${this.folderOf(shop)}/`));
  }

  override async tidy(now: Instant): Promise<void> {
    const { bucket, prefix } = this.options;
    await this.explaining(abortLeftUploads(this.client, bucket, prefix === '' ? '' : `${prefix}/`, millisOf(now)));
  }

  /** @throws Error that says why the bucket cannot be used */
  async reach(): Promise<void> {
    await this.explaining(this.client.send(new ListObjectsV2Command({ Bucket: this.options.bucket, MaxKeys: 1 })));
  }

  private async deleteKeys(prefix: string): Promise<void> {
    for await (const page of paginateListObjectsV2({ client: this.client }, { Bucket: this.options.bucket, Prefix: prefix })) {
      const keys = (page.Contents ?? []).flatMap(({ Key: key }) => key ?? []);
      // Each object is deleted by a request of its own: some servers cannot delete several at once.
      for (let at = 0; at < keys.length; at += DELETED_AT_ONCE) {
        await Promise.all(keys.slice(at, at + DELETED_AT_ONCE).map((key) => this.deleteKey(key)));
      }
    }
  }

  private async deleteKey(key: string): Promise<void> {
    try {
      await this.client.send(new DeleteObjectCommand({ Bucket: this.options.bucket, Key: key }));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  private folderOf(shop: ShopId): string {
    const { prefix } = this.options;
    return prefix === '' ? checkedId(shop) : `${prefix}/${checkedId(shop)}`;
  }

  private keyOf(shop: ShopId, file: MediaFileId): string {
    return `${this.folderOf(shop)}/${checkedId(file)}`;
  }

  private explained(error: unknown): Error {
    return explained(error, this.place);
  }

  private async explaining<Result>(work: Promise<Result>): Promise<Result> {
    return work.catch((error: unknown) => {
      throw this.explained(error);
    });
  }
}

/** The content of a file on its way to the bucket: its length so far, and its own failure, which is not the bucket's. */
class Source {
  bytes = 0;
  failure: { readonly error: unknown } | null = null;

  constructor(private readonly content: AsyncIterable<Uint8Array>) {}

  async *read(): AsyncGenerator<Uint8Array> {
    const chunks = this.content[Symbol.asyncIterator]();
    try {
      for (let next = await this.next(chunks); !next.done; next = await this.next(chunks)) {
        this.bytes += next.value.byteLength;
        yield next.value;
      }
    } finally {
      await chunks.return?.();
    }
  }

  /** Notes the content's own failures only: when an upload fails, the stream throws an error into `read`. */
  private async next(chunks: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
    try {
      return await chunks.next();
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }
}
