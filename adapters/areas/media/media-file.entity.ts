import type { MediaFile } from '../../../domain/media/media-file.js';
import { plainKind } from '../../storage/records/record-kind.js';
import { instant, integer, orNull, shopKey, table, text, uuid, uuidKey, type Stored } from '../../storage/tables/table.js';

export const mediaFileTable = table<Stored<MediaFile>>('media_files', {
  shopId: shopKey,
  id: uuidKey(),
  kind: text(),
  callId: orNull(uuid('call_id')),
  messageId: orNull(uuid('message_id')),
  place: integer(),
  source: orNull(text()),
  providerId: orNull(text('provider_id')),
  durationSeconds: orNull(integer('duration_seconds')),
  status: text(),
  error: orNull(text()),
  attempts: integer(),
  dueAt: orNull(instant('due_at')),
  contentType: orNull(text('content_type')),
  bytes: orNull(integer()),
  createdAt: instant('created_at'),
  version: integer(),
});

/** Reports of one file come more than once. */
export const MEDIA_FILE_KIND = plainKind<MediaFile>({ table: mediaFileTable });
