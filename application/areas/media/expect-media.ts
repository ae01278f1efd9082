import type { MediaFile } from '../../../domain/media/media-file.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Clock, Ids } from '../../kernel/ports/ports.js';
import type { MediaFiles } from './media-files.js';

/** A file that a provider has announced. A sound has its call, and an attachment has its message and its place there. */
export type NewMedia = Pick<MediaFile, 'kind' | 'source' | 'providerId' | 'durationSeconds'> &
  Partial<Pick<MediaFile, 'callId' | 'messageId' | 'place'>>;

/** Takes note of files at the provider. `FetchMedia` fetches them, beginning at once. */
export class ExpectMedia {
  constructor(
    private readonly files: MediaFiles,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the files as `waiting` and due. A file that is known by its provider's id, or by its place in a message, stays as it
   * is. In an open unit of work, the files are stored together with the unit.
   */
  async expect(shop: ShopId, files: readonly NewMedia[]): Promise<void> {
    const now = this.clock.now();
    const waiting = files.map((file): MediaFile => ({
      callId: null,
      messageId: null,
      place: 0,
      ...file,
      id: this.ids.next(),
      status: 'waiting',
      error: null,
      attempts: 0,
      contentType: null,
      bytes: null,
      dueAt: now,
      createdAt: now,
    }));
    await this.files.add(shop, waiting);
  }
}
