import type { AudioKind, MediaFile, MediaKind } from '../../../domain/media/media-file.js';
import type { Decision } from '../../../domain/shared/events.js';
import type { CallId, MediaFileId, MessageId, ShopId } from '../../../domain/shared/id.js';
import type { Wanted } from '../../transfer/import-store.js';

/** The files of a shop's calls and messages. Their content is in `FileStorage`. */
export abstract class MediaFiles {
  /** Stores new files. A file that is there already, by its id, its provider's id or its place in a message, stays as it is. */
  abstract add(shop: ShopId, files: readonly MediaFile[]): Promise<void>;
  abstract find(shop: ShopId, id: MediaFileId): Promise<MediaFile | null>;
  abstract ofProvider(shop: ShopId, providerId: string): Promise<MediaFile | null>;
  /** The stored sound of a call. A call has at most one stored sound of each kind. */
  abstract audioOf(shop: ShopId, call: CallId, kind: AudioKind): Promise<MediaFile | null>;
  /** The length of that sound; null: the call has no such sound. */
  abstract lengthOf(shop: ShopId, call: CallId, kind: AudioKind): Promise<Pick<MediaFile, 'durationSeconds'> | null>;
  /** The sounds of a call and of one kind that gave way to a longer one. */
  abstract droppedOf(shop: ShopId, call: CallId, kind: MediaKind): Promise<readonly MediaFile[]>;
  /** The stored attachment of a message with a number. */
  abstract attachmentOf(shop: ShopId, message: MessageId, place: number): Promise<MediaFile | null>;
  /** Stores the result of `change`; calls `change` again after a concurrent write. Null: the shop has no such file. */
  abstract change(
    shop: ShopId,
    id: MediaFileId,
    change: (file: MediaFile) => Decision<MediaFile, never>,
  ): Promise<MediaFile | null>;
  /** The stored files of a shop, sorted by id, beginning after the id `after`. */
  abstract stored(shop: ShopId, limit: number, after: MediaFileId | null): Promise<readonly MediaFile[]>;
}

/** A call or a message to which files belong. */
export interface MediaOwner<Id extends CallId | MessageId = CallId | MessageId> {
  readonly id: Id;
  readonly externalId: string | null;
}

/** The calls and messages of a shop, as far as the transfer of their files needs them. */
export abstract class MediaOwners {
  /** The calls with these ids or external ids. */
  abstract calls(shop: ShopId, wanted: Wanted): Promise<readonly MediaOwner<CallId>[]>;
  /** The messages with these ids or external ids. */
  abstract messages(shop: ShopId, wanted: Wanted): Promise<readonly MediaOwner<MessageId>[]>;
}
