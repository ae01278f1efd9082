import { ERASED } from '../../../application/areas/customers/erasures.js';
import { REVIEWS, Reviews } from '../../../application/areas/reviews/reviews.js';
import { provide } from '../../../application/kernel/provide.js';
import { Database } from '../../storage/database.js';
import { emptied } from '../../storage/erasure/eraser.js';
import { storage } from '../../storage/storage.js';
import { stored } from '../../storage/transfer/stored-kinds.js';
import { PostgresReviews } from './postgres-reviews.js';
import { REVIEW_KIND, reviewTable } from './review.entity.js';

/** Empties the reviews of a person. The reply gets a placeholder, so that the review still counts as answered. */
const reviewErasure = emptied({
  table: reviewTable,
  about: ({ customer }, parameter) => `t.customer_id = ${parameter(customer)}`,
  to: {
    reviewerName: 'null',
    comment: 'null',
    reply: `case when t.reply is not null then '${ERASED}' end`,
    externalId: 'null',
  },
});

export const reviewsStorage = storage({
  tables: [reviewTable],
  kinds: [stored(REVIEWS, REVIEW_KIND)],
  erases: [reviewErasure],
  provides: [provide(Reviews, PostgresReviews, [Database])],
});
