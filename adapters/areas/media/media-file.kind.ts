import type { MediaFile } from '../../../domain/media/media-file.js';
import { plainKind } from '../../storage/records/record-kind.js';
import { mediaFileTable } from './media-file.table.js';

/** Reports of one file come more than once. */
export const MEDIA_FILE_KIND = plainKind<MediaFile>({ table: mediaFileTable });
