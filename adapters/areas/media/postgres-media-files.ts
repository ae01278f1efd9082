import { MediaFiles, MediaOwners, type MediaOwner } from '../../../application/areas/media/media-files.js';
import { unannounced } from '../../../application/kernel/events/announcer.js';
import type { Wanted } from '../../../application/transfer/import-store.js';
import type { AudioKind, MediaFile, MediaKind } from '../../../domain/media/media-file.js';
import type { Decision } from '../../../domain/shared/events.js';
import { NOBODY, type CallId, type MediaFileId, type MessageId, type ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { RecordStore } from '../../storage/records/record-store.js';
import { statement } from '../../storage/statement.js';
import { MEDIA_FILE_KIND } from './media-file.entity.js';

const SELECT = `select ${MEDIA_FILE_KIND.select} from ${MEDIA_FILE_KIND.from} where t.shop_id = $1`;
const OF_PROVIDER = statement('media_files.of_provider', `${SELECT} and t.provider_id = $2`);
const STORED_AUDIO = `t.call_id = $2 and t.kind = $3 and t.status = 'stored'`;
const AUDIO_OF = statement('media_files.audio_of', `${SELECT} and ${STORED_AUDIO}`);
const LENGTH_OF = statement(
  'media_files.length_of',
  `select t.duration_seconds as "durationSeconds" from media_files t where t.shop_id = $1 and ${STORED_AUDIO}`,
);
const DROPPED_OF = statement('media_files.dropped_of', `${SELECT} and t.call_id = $2 and t.kind = $3 and t.status = 'dropped'`);
const ATTACHMENT_OF = statement(
  'media_files.attachment_of',
  `${SELECT} and t.message_id = $2 and t.place = $3 and t.status = 'stored'`,
);
const STORED = statement('media_files.stored', `${SELECT} and t.status = 'stored' and t.id > $2 order by t.id limit $3`);

export class PostgresMediaFiles extends MediaFiles {
  private readonly store: RecordStore<MediaFile>;

  constructor(private readonly database: Database) {
    super();
    this.store = new RecordStore(database, MEDIA_FILE_KIND);
  }

  override async add(shop: ShopId, files: readonly MediaFile[]): Promise<void> {
    for (const next of files) await this.store.addUnlessThere(shop, unannounced(next, true));
  }

  override find(shop: ShopId, id: MediaFileId): Promise<MediaFile | null> {
    return this.store.find(shop, id);
  }

  override async ofProvider(shop: ShopId, providerId: string): Promise<MediaFile | null> {
    const [file] = await this.database.read<MediaFile>(OF_PROVIDER, [shop, providerId]);
    return file ?? null;
  }

  override async audioOf(shop: ShopId, call: CallId, kind: AudioKind): Promise<MediaFile | null> {
    const [file] = await this.database.read<MediaFile>(AUDIO_OF, [shop, call, kind]);
    return file ?? null;
  }

  override async lengthOf(shop: ShopId, call: CallId, kind: AudioKind): Promise<Pick<MediaFile, 'durationSeconds'> | null> {
    const [audio] = await this.database.read<Pick<MediaFile, 'durationSeconds'>>(LENGTH_OF, [shop, call, kind]);
    return audio ?? null;
  }

  override droppedOf(shop: ShopId, call: CallId, kind: MediaKind): Promise<readonly MediaFile[]> {
    return this.database.read<MediaFile>(DROPPED_OF, [shop, call, kind]);
  }

  override async attachmentOf(shop: ShopId, message: MessageId, place: number): Promise<MediaFile | null> {
    const [file] = await this.database.read<MediaFile>(ATTACHMENT_OF, [shop, message, place]);
    return file ?? null;
  }

  override change(
    shop: ShopId,
    id: MediaFileId,
    change: (file: MediaFile) => Decision<MediaFile, never>,
  ): Promise<MediaFile | null> {
    return this.store.change(shop, id, (file) => {
      const { next, changed } = change(file);
      return unannounced(next, changed);
    });
  }

  override stored(shop: ShopId, limit: number, after: MediaFileId | null): Promise<readonly MediaFile[]> {
    // The nil UUID comes before all ids.
    return this.database.read<MediaFile>(STORED, [shop, after ?? NOBODY, limit]);
  }
}

const WANTED = 'where t.shop_id = $1 and (t.id = any($2::uuid[]) or t.external_id = any($3::text[]))';
const CALLS = statement('media.calls', `select t.id, t.external_id as "externalId" from calls t ${WANTED}`);
const MESSAGES = statement('media.messages', `select t.id, t.external_id as "externalId" from messages t ${WANTED}`);

export class PostgresMediaOwners extends MediaOwners {
  constructor(private readonly database: Database) {
    super();
  }

  override calls(shop: ShopId, { ids, externalIds }: Wanted): Promise<readonly MediaOwner<CallId>[]> {
    return this.database.read(CALLS, [shop, ids, externalIds]);
  }

  override messages(shop: ShopId, { ids, externalIds }: Wanted): Promise<readonly MediaOwner<MessageId>[]> {
    return this.database.read(MESSAGES, [shop, ids, externalIds]);
  }
}
