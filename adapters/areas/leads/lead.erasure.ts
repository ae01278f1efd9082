import { emptied, isOneOf, isRowOf } from '../../storage/erasure/eraser.js';
import { leadTimelineTable } from './lead-timeline.table.js';
import { leadTable } from './lead.table.js';

/** A lead belongs to no customer: it is the same person by its number or its address. Deleted leads are emptied, too. */
export const leadErasure = emptied({
  table: leadTable,
  about: ({ numbers, emails }, parameter) =>
    `${isOneOf('t.phone', numbers, parameter)} or ${isOneOf('t.email', emails, parameter)}`,
  to: {
    firstName: 'null',
    lastName: 'null',
    companyName: 'null',
    email: 'null',
    phone: 'null',
    source: 'null',
    followupToAnnounce: 'null',
    dueAt: 'null',
    searchText: `''`,
    externalId: 'null',
  },
});

export const leadTimelineErasure = emptied({
  table: leadTimelineTable,
  after: [leadTable],
  about: ({ rowsOf }, parameter) => isRowOf('t.lead_id', rowsOf(leadTable), parameter),
  to: { body: 'null', externalId: 'null' },
});
