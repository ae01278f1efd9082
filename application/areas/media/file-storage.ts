import type { MediaFileId, ShopId } from '../../../domain/shared/id.js';

/** A part of a file. Both numbers are places of bytes, from 0, and the last byte belongs to the part. */
export interface BytePart {
  readonly first: number;
  readonly last: number;
}

/** The storage has no room for a file, so nothing of it is stored. */
export class StorageFull extends Error {
  constructor(options?: ErrorOptions) {
    super('the storage of recordings and attachments is full', options);
  }
}

/** Keeps the content of `MediaFile`s. Everything goes through as a stream, so that a file of any size costs the same memory. */
export abstract class FileStorage {
  /**
   * Stores the content of a file. Nobody sees any of it before all of it is stored, and a failure leaves nothing. Content that is
   * there already is replaced.
   * @returns the length in bytes
   * @throws StorageFull, and the error of `content`
   */
  abstract put(shop: ShopId, file: MediaFileId, content: AsyncIterable<Uint8Array>): Promise<number>;
  /**
   * Opens a file for reading, from the first byte or a part of it. To end the reading early, the caller ends the iteration.
   * Null: there is no such file.
   */
  abstract read(shop: ShopId, file: MediaFileId, part?: BytePart): Promise<AsyncIterable<Uint8Array> | null>;
  /** Deletes a file. One that is not there is no error. */
  abstract delete(shop: ShopId, file: MediaFileId): Promise<void>;
  /** Deletes all files of a shop. */
  abstract deleteAll(shop: ShopId): Promise<void>;
}
