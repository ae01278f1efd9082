import { REVIEWS } from '../../../application/areas/reviews/records.js';
import { Reviews } from '../../../application/areas/reviews/reviews.js';
import { provide } from '../../../application/kernel/provide.js';
import { Database } from '../../storage/database.js';
import { storage } from '../../storage/storage.js';
import { stored } from '../../storage/transfer/stored-kinds.js';
import { PostgresReviews } from './postgres-reviews.js';
import { reviewErasure } from './review.erasure.js';
import { REVIEW_KIND } from './review.kind.js';
import { reviewTable } from './review.table.js';

export const reviewsStorage = storage({
  tables: [reviewTable],
  kinds: [stored(REVIEWS, REVIEW_KIND)],
  erases: [reviewErasure],
  provides: [provide(Reviews, PostgresReviews, [Database])],
});
