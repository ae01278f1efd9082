import type { Review } from '../../../domain/reviews/review.js';
import { plainKind } from '../records/record-kind.js';
import { reviewTable } from './review.table.js';

export const REVIEW_KIND = plainKind<Review>({
  table: reviewTable,
  counted: { list: 'reviews', bucket: bucketOf },
});

/** `5:answered`, `-:unanswered`; what is not public is in a bucket that no total has. */
function bucketOf({ public: shown, stars, reply }: Pick<Review, 'public' | 'stars' | 'reply'>): string {
  return shown ? publicBucket(stars, reply !== null) : 'hidden';
}

export function publicBucket(stars: number | null, answered: boolean): string {
  return `${stars ?? '-'}:${answered ? 'answered' : 'unanswered'}`;
}
