import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  type ListObjectsV2CommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { BackupPlace } from './backup-place.js';
import { clientOf, PART_BYTES, wordsFor, type S3Options } from './s3-client.js';
import { explained, isMissing } from './s3-errors.js';
import { S3Transfer } from './s3-transfer.js';

/**
 * A place in a bucket. Nothing can be renamed there, so a backup is written under its own name. Its manifest comes last, and a folder
 * without a manifest is no backup.
 */
export class BackupBucket implements BackupPlace {
  readonly address: string;
  private readonly client: S3Client;
  private readonly root: string;

  constructor(private readonly options: S3Options) {
    const { bucket, prefix } = options;
    this.client = clientOf(options);
    this.root = prefix === '' ? '' : `${prefix}/`;
    this.address = `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`;
  }

  async list(folder: string): Promise<string[]> {
    const prefix = folder === '' ? this.root : `${this.root}${folder}/`;
    const names: string[] = [];
    for await (const { CommonPrefixes: folders = [], Contents: files = [] } of this.pages(prefix, '/'))
      for (const found of [...folders.map((one) => one.Prefix), ...files.map((one) => one.Key)])
        names.push((found ?? '').slice(prefix.length).replace(/\/$/, ''));
    return names;
  }

  async sizeOf(path: string): Promise<number | null> {
    return (await this.unlessMissing(this.client.send(new HeadObjectCommand(this.at(path)))))?.ContentLength ?? null;
  }

  async read(path: string): Promise<AsyncIterable<Uint8Array> | null> {
    const found = await this.unlessMissing(this.client.send(new GetObjectCommand(this.at(path))));
    if (found === null) return null;
    if (!(found.Body instanceof Readable)) throw new Error('the answer has no content'); // in Node the SDK gives a Readable
    return new S3Transfer(found.Body, (error) => this.explained(error));
  }

  async write(path: string, content: AsyncIterable<string | Uint8Array>): Promise<void> {
    const params = { ...this.at(path), Body: Readable.from(content, { objectMode: false }) };
    await this.explaining(new Upload({ client: this.client, params, partSize: PART_BYTES, queueSize: 1 }).done());
  }

  /** Each object is deleted by a request of its own: some servers cannot delete several at once. */
  async remove(path: string): Promise<void> {
    await this.delete(this.at(path).Key);
    for await (const { Contents: files = [] } of this.pages(`${this.root}${path}/`))
      for (const { Key } of files) if (Key !== undefined) await this.delete(Key);
  }

  draftOf(name: string): string {
    return name;
  }

  publish(): Promise<void> {
    return Promise.resolve();
  }

  private async delete(Key: string): Promise<void> {
    await this.unlessMissing(this.client.send(new DeleteObjectCommand({ Bucket: this.options.bucket, Key })));
  }

  private async *pages(Prefix: string, Delimiter?: string): AsyncGenerator<ListObjectsV2CommandOutput> {
    try {
      yield* paginateListObjectsV2({ client: this.client }, { Bucket: this.options.bucket, Prefix, Delimiter });
    } catch (error) {
      throw this.explained(error);
    }
  }

  private at(path: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.options.bucket, Key: `${this.root}${path}` };
  }

  private async unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
    return answer.catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw this.explained(error);
    });
  }

  private async explaining<T>(work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      throw this.explained(error);
    });
  }

  private explained(error: unknown): Error {
    return explained(error, wordsFor(this.options));
  }
}
