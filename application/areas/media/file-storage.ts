import type { MediaFile } from '../../../domain/media/media-file.js';
import type { MediaFileId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';

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

/** The storage refuses the whole account, so nothing of a file is stored. */
export class StorageRefused extends Error {
  constructor(
    /** such as `AccessDenied` */
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Keeps the content of `MediaFile`s. Everything goes through as a stream, so that a file of any size costs the same memory. */
export abstract class FileStorage {
  /**
   * Stores the content of a file. Nobody sees any of it before all of it is stored, and a failure leaves nothing. Content that is
   * there already is replaced.
   * @returns the length in bytes
   * @throws StorageFull, StorageRefused, and the error of `content`
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
  /** Deletes what killed processes have left of files that they were storing. What may still be on its way stays. */
  abstract tidy(now: Instant): Promise<void>;
}

/** Finds out what a file is. Neither its name nor what a provider says about it counts. */
export abstract class FileTypes {
  /** the number of bytes that `typeOf` wants to see of the beginning of a file */
  abstract readonly headBytes: number;
  /**
   * The media type of a file, such as `image/jpeg`. Null: the bytes show no known type.
   * @param head the first `headBytes` bytes of the file, or all of a shorter file
   */
  abstract typeOf(head: Uint8Array): Promise<string | null>;
}

/** A file that lies in `FileStorage`, with what an answer says about it. */
export interface StoredFile {
  readonly shop: ShopId;
  readonly id: MediaFileId;
  /** the media type that the file's own bytes show */
  readonly contentType: string;
  /** the length of the file */
  readonly bytes: number;
}

/** Null: the file is not stored. */
export function storedFile(shop: ShopId, file: MediaFile | null): StoredFile | null {
  if (file?.status !== 'stored' || file.contentType === null || file.bytes === null) return null;
  const { id, contentType, bytes } = file;
  return { shop, id, contentType, bytes };
}
