import { emptied, isOneOf, isRowOf } from '../../storage/erasure/eraser.js';
import { leadTable } from '../leads/lead.table.js';
import { conversationTable } from './conversation.table.js';

/** A thread with the person's number is about the person, also where it stands with somebody who had the number before. */
export const conversationErasure = emptied({
  table: conversationTable,
  after: [leadTable],
  about: ({ customer, numbers, emails, rowsOf }, parameter) =>
    [
      `t.customer_id = ${parameter(customer)}`,
      isRowOf('t.lead_id', rowsOf(leadTable), parameter),
      isOneOf('t.contact_number', numbers, parameter),
      isOneOf('t.contact_email', emails, parameter),
    ].join(' or '),
  to: { subject: 'null', contactNumber: 'null', contactEmail: 'null', searchText: `''`, externalId: 'null' },
});
