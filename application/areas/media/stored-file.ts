import type { MediaFile } from '../../../domain/media/media-file.js';
import type { MediaFileId, ShopId } from '../../../domain/shared/id.js';

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
