import type { Review } from '../../domain/reviews/review.js';
import type { ShopId } from '../../domain/shared/id.js';
import type { OffsetSlice } from '../operation/page.js';

export interface ReviewFilter {
  readonly unansweredOnly: boolean;
  /** only these ratings; null: all reviews, also those without a rating */
  readonly stars: readonly number[] | null;
}

/** The public reviews of a shop. Reviews are never edited or deleted. */
export abstract class Reviews {
  /**
   * Publicly visible reviews, the most recently left first, those without a time at the end. Page and total come from one
   * snapshot.
   */
  abstract list(shop: ShopId, filter: ReviewFilter, limit: number, offset: number): Promise<OffsetSlice<Review>>;
}
