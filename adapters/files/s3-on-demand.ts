import { FileStorage, type BytePart } from '../../application/areas/media/file-storage.js';
import type { MediaFileId, ShopId } from '../../domain/shared/id.js';
import type { Instant } from '../../domain/shared/instant.js';
import type { S3Options } from './s3-client.js';
import type { S3Files } from './s3-files.js';

/** Loads the SDK for S3 when it is first used: a service that keeps its files in a folder never needs it. */
export class S3OnDemand extends FileStorage {
  private loading: Promise<S3Files> | null = null;

  constructor(private readonly options: S3Options) {
    super();
  }

  override async put(shop: ShopId, file: MediaFileId, content: AsyncIterable<Uint8Array>): Promise<number> {
    return (await this.load()).put(shop, file, content);
  }

  override async read(shop: ShopId, file: MediaFileId, part?: BytePart): Promise<AsyncIterable<Uint8Array> | null> {
    return (await this.load()).read(shop, file, part);
  }

  override async delete(shop: ShopId, file: MediaFileId): Promise<void> {
    return (await this.load()).delete(shop, file);
  }

  override async deleteAll(shop: ShopId): Promise<void> {
    return (await this.load()).deleteAll(shop);
  }

  override async tidy(now: Instant): Promise<void> {
    return (await this.load()).tidy(now);
  }

  /** @throws Error that says why the bucket cannot be used */
  async reach(): Promise<void> {
    return (await this.load()).reach();
  }

  /** @throws Error if the SDK is not installed */
  load(): Promise<S3Files> {
    this.loading ??= import('./s3-files.js').then(({ S3Files: Loaded }) => new Loaded(this.options));
    return this.loading;
  }
}
