import type { Review } from '../../../domain/reviews/review.js';
import { plainKind } from '../../storage/records/record-kind.js';
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
  type ProvenanceColumns,
} from '../../storage/tables/table.js';

export const reviewTable = table<Review & ProvenanceColumns & { shopId: string }>('reviews', {
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

export const REVIEW_KIND = plainKind<Review>({
  table: reviewTable,
  counted: { list: 'reviews', buckets: (review) => [bucketOf(review)] },
});

/**
 * The bucket in which a review is counted: `5:answered`, or `-:unanswered` for a review without stars. Reviews that are not
 * public are in the bucket `hidden`, which no total includes.
 */
function bucketOf({ public: shown, stars, reply }: Pick<Review, 'public' | 'stars' | 'reply'>): string {
  return shown ? publicBucket(stars, reply !== null) : 'hidden';
}

export function publicBucket(stars: number | null, answered: boolean): string {
  return `${stars ?? '-'}:${answered ? 'answered' : 'unanswered'}`;
}
