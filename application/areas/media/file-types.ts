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
