import { changed, unchanged, type Decision } from '../shared/events.js';
import type { CustomerId, ReviewId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';

export const STARS = [1, 2, 3, 4, 5] as const;

export interface Review {
  readonly id: ReviewId;
  readonly reviewerName: string | null;
  /** the rating from 1 to 5; null when the platform gave none */
  readonly stars: number | null;
  /** null when the review is a rating without text */
  readonly comment: string | null;
  /** the shop's reply */
  readonly reply: string | null;
  readonly repliedAt: Instant | null;
  readonly leftAt: Instant | null;
  /** null when the review is not matched to a customer */
  readonly customerId: CustomerId | null;
  /** true: the review is publicly visible */
  readonly public: boolean;
  readonly createdAt: Instant;
}

/**
 * Announces a review that the shop has not seen before, or one that has changed. One that is not public is announced to nobody; one
 * that is hidden or shown now has changed.
 */
export function importReview(
  before: Review | null,
  review: Review,
  now: Instant,
): Decision<Review, 'review.received' | 'review.updated'> {
  if (before === null) return review.public ? changed(review, now, [{ type: 'review.received' }]) : unchanged(review);
  return before.public || review.public ? changed(review, now, [{ type: 'review.updated' }]) : unchanged(review);
}
