import type { Review } from '../../../domain/reviews/review.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';
import type { RecordType } from '../../transfer/import-kind.js';

export interface ReviewFilter {
  readonly unansweredOnly: boolean;
  /** only reviews with one of these numbers of stars; null: all reviews, also those without stars */
  readonly stars: readonly number[] | null;
}

/** The public reviews of a shop. The API only reads them. */
export abstract class Reviews {
  /**
   * The publicly visible reviews. The review that was left last comes first, and reviews without a time come last. Page and total
   * come from one snapshot.
   */
  abstract list(shop: ShopId, filter: ReviewFilter, limit: number, offset: number): Promise<OffsetSlice<Review>>;
}

export const REVIEWS: RecordType = { name: 'reviews', noun: 'review' };
