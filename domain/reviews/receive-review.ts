import { changed, unchanged, type Decision } from '../shared/events.js';
import type { Instant } from '../shared/instant.js';
import type { Review } from './review.js';

/** Announces a review that the shop has not seen before. One that is not public is announced to nobody. */
export function receiveReview(review: Review, now: Instant): Decision<Review, 'review.received'> {
  return review.public ? changed(review, now, [{ type: 'review.received' }]) : unchanged(review);
}
