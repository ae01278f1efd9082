import type { CustomerId } from '../../../domain/shared/id.js';
import { aStoredReview } from '../builders/a-review.js';
import type { TestedArea } from '../tested-area.js';

declare module '../records.js' {
  interface ShopRecords {
    readonly review: string;
  }
}

export const reviews: TestedArea = {
  samples: {
    'reviews.list': () => ({ input: { unanswered_only: true, min_stars: 1, max_stars: 5, limit: 10, offset: 0 } }),
  },
  events: {
    'review.updated': { by: 'reviews.import', previous: true },
    'review.received': { by: 'reviews.import', previous: false },
  },
  store: async (service, shop, { customer }) => {
    const customerId = customer as CustomerId; // safe: an id of the API
    return { review: (await aStoredReview(service, shop, { reviewerName: 'A driver', customerId })).id };
  },
};
