import { STARS, type Review } from '../../../domain/reviews/review.js';
import { Flag, Int } from '../../kernel/fields/fields.js';
import { Offset, OffsetLimit } from '../../kernel/fields/filter-fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { offsetPageOf } from '../../kernel/operation/output.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';
import { ReviewView } from './review.view.js';
import { Reviews } from './reviews.js';

class ListReviewsInput {
  @Flag({ optional: true, description: '`true`: only reviews without a reply; `false` does not filter.' })
  unanswered_only?: boolean;
  @Int({ optional: true, min: 1, max: 5, description: 'This rating or above.' }) min_stars?: number;
  @Int({ optional: true, min: 1, max: 5, description: 'This rating or below.' }) max_stars?: number;
  @OffsetLimit() limit?: number;
  @Offset() offset?: number;
}

class ListReviews implements UseCase<ListReviewsInput, OffsetSlice<Review>> {
  constructor(private readonly reviews: Reviews) {}

  execute({ shop }: Caller, input: ListReviewsInput): Promise<OffsetSlice<Review>> {
    const { unanswered_only: unansweredOnly = false, min_stars: min, max_stars: max, limit = 25, offset = 0 } = input;
    // A review without stars matches no filter on stars.
    const stars =
      min === undefined && max === undefined ? null : STARS.filter((star) => star >= (min ?? 1) && star <= (max ?? 5));
    return this.reviews.list(shop.id, { unansweredOnly, stars }, limit, offset);
  }
}

export const listReviews = operation(ListReviews, {
  name: 'reviews.list',
  summary: 'List reviews',
  description:
    'Lists publicly visible reviews of the shop, newest first; `min_stars` and `max_stars` leave out ' +
    'reviews without a rating. Nobody is contacted: nothing answers a review. A repetition reads anew. Refuses stars outside ' +
    'of 1 to 5.',
  scope: 'read',
  capability: { permission: 'marketing.access', budget: 'read', feature: 'reviews' },
  input: ListReviewsInput,
  output: offsetPageOf(ReviewView),
  needs: [Reviews],
});
