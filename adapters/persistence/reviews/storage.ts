import { provide } from '../../../application/provide.js';
import { REVIEWS } from '../../../application/reviews/records.js';
import { Reviews } from '../../../application/reviews/reviews.js';
import { Database } from '../connection/database.js';
import { storage } from '../storage.js';
import { stored } from '../transfer/stored-kinds.js';
import { REVIEW_KIND } from './review.kind.js';
import { reviewTable } from './review.table.js';
import { PostgresReviews } from './postgres-reviews.js';
import { reviewErasure } from './review.erasure.js';

export const reviewsStorage = storage({
  tables: [reviewTable],
  kinds: [stored(REVIEWS, REVIEW_KIND)],
  erases: [reviewErasure],
  provides: [provide(Reviews, PostgresReviews, [Database])],
});
