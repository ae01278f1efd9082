import type { MediaFile } from '../../../domain/media/media-file.js';

/** A file at the provider. */
export type SourceFile = Pick<MediaFile, 'kind' | 'source' | 'providerId'>;

/** The beginning of a fetch. */
export type Opening =
  | {
      readonly outcome: 'opened';
      /** the length that the provider announces, in bytes; null: it announces none */
      readonly bytes: number | null;
      /** @throws Error when the transfer breaks off, and when it stands still for too long */
      readonly content: AsyncIterable<Uint8Array>;
    }
  /** The provider does not have the file yet, or could not answer. @property reason a sentence for the log */
  | { readonly outcome: 'not_now'; readonly reason: string }
  /** The address is not one of the provider's files, so nothing is asked and no later try can succeed. */
  | { readonly outcome: 'never'; readonly reason: string };

/** The source of recordings and attachments: the provider of texts and calls. */
export abstract class MediaSource {
  /** Begins to fetch a file. It asks the provider's own host only, whatever address the file has. */
  abstract open(file: SourceFile): Promise<Opening>;
}
