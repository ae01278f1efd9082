import type { Review } from '../../../domain/reviews/review.js';
import {
  flag,
  instant,
  integer,
  orNull,
  provenance,
  shopKey,
  table,
  text,
  uuid,
  uuidKey,
  type Provenance,
} from '../../storage/tables/table.js';

export const reviewTable = table<Review & Provenance & { shopId: string }>('reviews', {
  shopId: shopKey,
  id: uuidKey(),
  reviewerName: orNull(text('reviewer_name')),
  stars: orNull(integer()),
  comment: orNull(text()),
  reply: orNull(text()),
  repliedAt: orNull(instant('replied_at')),
  leftAt: orNull(instant('left_at')),
  customerId: orNull(uuid('customer_id')),
  public: flag(),
  createdAt: instant('created_at'),
  ...provenance,
});
