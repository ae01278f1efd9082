import type { Review } from '../../domain/reviews/review.js';
import type { ShopId } from '../../domain/shared/id.js';
import type { OffsetSlice } from '../operation/page.js';

export interface ReviewFilter {
  readonly unansweredOnly: boolean;
  /** only these ratings; null: any, and none */
  readonly stars: readonly number[] | null;
}

/** What customers say of a shop in public. Nothing is edited or deleted. */
export abstract class Reviews {
  /** Publicly visible ones, those left last first, those without a time at the end. Page and total come from one snapshot. */
  abstract list(shop: ShopId, filter: ReviewFilter, limit: number, offset: number): Promise<OffsetSlice<Review>>;
}
