import { receiveReview, STARS, type Review } from '../../../domain/reviews/review.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { DateTime, Flag, Int, Name, Text, Uuid } from '../../kernel/fields/fields.js';
import { importKind } from '../../transfer/import-kind.js';
import { cell, ExternalId, ImportRow } from '../../transfer/import-row.js';
import { CUSTOMERS } from '../customers/customers.js';
import { reviewEvents } from './review.view.js';
import { REVIEWS } from './reviews.js';

class ReviewRow extends ImportRow {
  @Name({ max: 200, ...cell }) reviewer_name?: string | null;
  @Int({ min: Math.min(...STARS), max: Math.max(...STARS), ...cell, description: 'Empty if the platform gave no rating.' })
  stars?: number | null;
  @Text({ max: 10_000, lines: true, ...cell }) comment?: string | null;
  @Text({ max: 10_000, lines: true, ...cell, description: 'The shop’s reply.' }) reply?: string | null;
  @DateTime(cell) replied_at?: Instant | null;
  @DateTime(cell) left_at?: Instant | null;
  @ExternalId({ description: 'The external id of the customer who wrote the review.' }) customer_external_id?: string | null;
  @Uuid({ ...cell, description: 'The `id` of that customer in this service.' }) customer_id?: CustomerId | null;
  @Flag({ ...cell, description: 'Default: true. Reviews that are not public are not listed.' }) public?: boolean | null;
}

export const reviewKind = importKind<ReviewRow, Review>({
  name: 'reviews',
  record: REVIEWS,
  row: ReviewRow,
  resolve: {
    references: [{ column: 'customer_id', external: 'customer_external_id', to: CUSTOMERS }],
  },
  examples: [
    {
      external_id: 'R-1001',
      reviewer_name: 'Dana W.',
      stars: 5,
      comment: 'Looks better than new.',
      reply: 'Thank you, Dana!',
      replied_at: '2024-05-24T12:00:00Z',
      left_at: '2024-05-23T18:30:00Z',
      customer_external_id: 'C-1001',
      public: true,
    },
    { external_id: 'R-1002', reviewer_name: 'A driver', stars: 4, left_at: '2024-06-02T10:00:00Z' },
  ],
  defaults: { public: true },
  write: (next, _, row, { restore }) => {
    if (restore || next.reply !== null || next.repliedAt === null) return next;
    if (row.replied_at) throw new ValidationError('replied_at', 'must be empty if there is no reply');
    return { ...next, repliedAt: null };
  },
  announce: (announcer, review, now, cause) =>
    announcer.announce(reviewEvents, null, receiveReview(review, now), cause).announcements,
});
