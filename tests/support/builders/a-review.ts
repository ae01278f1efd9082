import { randomUUID } from 'node:crypto';
import { REVIEW_KIND } from '../../../adapters/areas/reviews/review.entity.js';
import type { Review } from '../../../domain/reviews/review.js';
import type { ReviewId } from '../../../domain/shared/id.js';
import type { TestService, TestShop } from '../service.js';
import { at } from '../test-clock.js';
import { stored } from './stored.js';

/** Stores a public review of five stars without a comment or a reply. The given properties replace these. */
export function aStoredReview(service: TestService, shop: Pick<TestShop, 'id'>, fields: Partial<Review> = {}): Promise<Review> {
  return stored(service, shop, REVIEW_KIND, {
    id: randomUUID() as ReviewId, // safe: an id is a UUID
    reviewerName: null,
    stars: 5,
    comment: null,
    reply: null,
    repliedAt: null,
    leftAt: at('2026-01-01T09:00:00.000Z'),
    customerId: null,
    public: true,
    createdAt: at('2026-01-01T09:00:00.000Z'),
    ...fields,
  });
}
