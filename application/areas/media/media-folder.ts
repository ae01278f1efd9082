import type { MediaFileId } from '../../../domain/shared/id.js';

/** The length and the hash that the content of a file must have. */
export interface Digest {
  readonly bytes: number;
  /** in hexadecimal digits, in lower case */
  readonly sha256: string;
}

/** A file cannot be read, or its content is not the expected one. The message is a reason such as `is missing`. */
export class WrongContent extends Error {}

/** The folder to which files are exported. A file has its id as its name. */
export interface ExportFolder {
  /**
   * Writes a file completely or not at all. A file of the same name is replaced.
   * @throws WrongContent when the content has another length; the error of `content`
   */
  write(name: MediaFileId, content: AsyncIterable<Uint8Array>, bytes: number): Promise<Digest>;
}

/** The folder from which files are imported. */
export interface ImportFolder {
  /**
   * Opens a file when its first chunk is asked for. Links are not followed.
   * @throws WrongContent while it is read
   */
  read(name: MediaFileId, expected: Digest): AsyncIterable<Uint8Array>;
  /** Reads content from anywhere. */
  digest(content: AsyncIterable<Uint8Array>): Promise<Digest>;
}
