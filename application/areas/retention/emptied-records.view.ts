import { EMPTIED_KINDS, KEPT_PARTS, kindOf, type EmptiedRecords } from '../../../domain/retention/retention.js';
import { NOBODY } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { DateTime, OneOf } from '../../kernel/fields/fields.js';
import { UuidList } from '../../kernel/fields/view.js';

class EmptiedRecordsView {
  @OneOf(EMPTIED_KINDS, { description: 'The kind of the records.', example: 'calls' }) kind!: string;
  @OneOf(KEPT_PARTS, { description: 'What the records have lost.', example: 'recordings' }) part!: string;
  @UuidList({ description: 'The records.' }) ids!: readonly string[];
  @DateTime({ description: 'What is of this time or later has stayed.' }) kept_since!: string;

  static of(records: EmptiedRecords): EmptiedRecordsView {
    return { kind: kindOf(records), part: records.part, ids: records.ids, kept_since: records.keptSince };
  }
}

export const emptiedEvents = eventKinds(EmptiedRecordsView, NOBODY, {
  'records.emptied': {
    says: 'Some records have lost a part that the shop keeps for some months only: copies of them must lose it, too.',
    withoutPrevious: true,
    causedBy: null,
  },
});
