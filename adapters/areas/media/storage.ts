import { MediaFiles } from '../../../application/areas/media/media-files.js';
import { MediaOwners } from '../../../application/areas/media/media-owners.js';
import { provide } from '../../../application/kernel/provide.js';
import { MediaFiles1795399200000 } from '../../migrations/1795399200000-media-files.js';
import { ExpectedAttachments1795399230000 } from '../../migrations/1795399230000-expected-attachments.js';
import { Database } from '../../storage/database.js';
import { storage } from '../../storage/storage.js';
import { mediaFileErasure } from './media-file.erasure.js';
import { mediaFileTable } from './media-file.table.js';
import { PostgresMediaFiles } from './postgres-media-files.js';
import { PostgresMediaOwners } from './postgres-media-owners.js';

export const mediaStorage = storage({
  migrations: [MediaFiles1795399200000, ExpectedAttachments1795399230000],
  tables: [mediaFileTable],
  due: [{ work: 'media.fetch', table: mediaFileTable }],
  erases: [mediaFileErasure],
  provides: [provide(MediaFiles, PostgresMediaFiles, [Database]), provide(MediaOwners, PostgresMediaOwners, [Database])],
});
