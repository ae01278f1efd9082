import { MediaFiles, MediaOwners } from '../../../application/areas/media/media-files.js';
import { provide } from '../../../application/kernel/provide.js';
import type { MediaFileId } from '../../../domain/shared/id.js';
import { MediaFiles1795399200000 } from '../../migrations/1795399200000-media-files.js';
import { ExpectedAttachments1795399230000 } from '../../migrations/1795399230000-expected-attachments.js';
import { Database } from '../../storage/database.js';
import { deleted, isRowOf, type Eraser } from '../../storage/erasure/eraser.js';
import { storage } from '../../storage/storage.js';
import { callTable } from '../calls/call.entity.js';
import { messageTable } from '../texting/message.entity.js';
import { mediaFileTable } from './media-file.entity.js';
import { PostgresMediaFiles, PostgresMediaOwners } from './postgres-media-files.js';

const rows = deleted({
  table: mediaFileTable,
  after: [callTable, messageTable],
  about: ({ rowsOf }, parameter) =>
    `${isRowOf('t.call_id', rowsOf(callTable), parameter)} or ${isRowOf('t.message_id', rowsOf(messageTable), parameter)}`,
});

/**
 * The contents go before the rows that point at them. The rows are locked meanwhile, so a file that lands at this moment finds its
 * row gone, and its content is deleted by the work that has fetched it.
 */
const mediaFileErasure: Eraser = {
  ...rows,
  erase: async (erasing, ids) => {
    for (const id of ids) await erasing.removeFile(id as MediaFileId); // safe: the ids are those of this table
    return rows.erase(erasing, ids);
  },
};

export const mediaStorage = storage({
  migrations: [MediaFiles1795399200000, ExpectedAttachments1795399230000],
  tables: [mediaFileTable],
  due: [{ work: 'media.fetch', table: mediaFileTable, leaves: { fetches: 'true' } }],
  erases: [mediaFileErasure],
  provides: [provide(MediaFiles, PostgresMediaFiles, [Database]), provide(MediaOwners, PostgresMediaOwners, [Database])],
});
