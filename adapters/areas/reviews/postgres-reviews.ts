import { Reviews, type ReviewFilter } from '../../../application/areas/reviews/reviews.js';
import { emptySlice, type OffsetSlice } from '../../../application/kernel/operation/page.js';
import { STARS, type Review } from '../../../domain/reviews/review.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { countedTotal, mergedIds, OffsetPages, type PageSelects } from '../../storage/lists/offset-pages.js';
import type { Parameter } from '../../storage/statement.js';
import { publicBucket, REVIEW_KIND } from './review.entity.js';

const NEWEST = ['t.left_at desc nulls last', 't.id desc'];

export class PostgresReviews extends Reviews {
  private readonly pages: OffsetPages<Review>;

  constructor(database: Database) {
    super();
    this.pages = new OffsetPages(database, REVIEW_KIND, 'reviews.list');
  }

  override async list(shop: ShopId, filter: ReviewFilter, limit: number, offset: number): Promise<OffsetSlice<Review>> {
    if (filter.stars?.length === 0) return emptySlice(offset);
    return this.pages.list(shop, limit, offset, (parameter) => pageSelects(filter, parameter));
  }
}

/**
 * Selects a page of the public reviews. The total comes from the stored counts. The reviews with one number of stars are a range
 * of an index, newest first, and the page is merged from these ranges.
 */
function pageSelects({ unansweredOnly, stars }: ReviewFilter, parameter: Parameter): PageSelects {
  const unanswered = unansweredOnly ? 'and t.reply is null' : '';
  const ratings = stars === null ? [''] : stars.map((star) => `and t.stars = ${star}`);
  const ranges = ratings.map((rating) => `from reviews t where t.shop_id = $1 and t.public ${rating} ${unanswered}`);
  const buckets = `and c.bucket = any (${parameter(bucketsOf(unansweredOnly, stars))})`;
  return { total: countedTotal('reviews', buckets), ids: mergedIds(ranges, NEWEST) };
}

function bucketsOf(unansweredOnly: boolean, stars: ReviewFilter['stars']): string[] {
  const answered = unansweredOnly ? [false] : [false, true];
  return (stars ?? [null, ...STARS]).flatMap((star) => answered.map((one) => publicBucket(star, one)));
}
