import { ERASED } from '../../../application/areas/customers/emptied-data.js';
import { emptied } from '../../storage/erasure/eraser.js';
import { reviewTable } from './review.table.js';

/** A review that was answered still counts as answered. */
export const reviewErasure = emptied({
  table: reviewTable,
  about: ({ customer }, parameter) => `t.customer_id = ${parameter(customer)}`,
  to: {
    reviewerName: 'null',
    comment: 'null',
    reply: `case when t.reply is not null then '${ERASED}' end`,
    externalId: 'null',
  },
});
