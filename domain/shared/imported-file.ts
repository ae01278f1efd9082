import { changed, type Decision } from './events.js';
import type { Instant } from './instant.js';

/** What an import has made of a file. */
export interface ImportedFile {
  /** the kind of records in the file */
  readonly kind: string;
  readonly created: number;
  readonly updated: number;
  /** no record of the file was stored before */
  readonly startedAt: Instant;
}

export function tellImport(file: ImportedFile, now: Instant): Decision<ImportedFile, 'records.imported'> {
  return changed(file, now, [{ type: 'records.imported' }]);
}
