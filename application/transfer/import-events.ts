import type { ImportedFile } from '../../domain/shared/imported-file.js';
import { NOBODY } from '../kernel/events/contacts.js';
import { eventKinds } from '../kernel/events/event-kinds.js';
import { DateTime, Int, Text } from '../kernel/fields/fields.js';

class ImportedFileView {
  @Text({ description: 'The kind of records, as `shop-ops import` names it.', example: 'customers' }) kind!: string;
  @Int({ min: 0, description: 'Lines that made a record.', example: 120 }) created!: number;
  @Int({ min: 0, description: 'Lines that changed a record.', example: 3 }) updated!: number;
  @DateTime({ description: 'No record of the file was stored before.' }) started_at!: string;

  static of({ kind, created, updated, startedAt }: ImportedFile): ImportedFileView {
    return { kind, created, updated, started_at: startedAt };
  }
}

export const importEvents = eventKinds(ImportedFileView, NOBODY, {
  'records.imported': {
    says: 'An import has stored a file of records. Their own events come only if the import announces them.',
    withoutPrevious: true,
    causedBy: 'customers.import',
  },
});
