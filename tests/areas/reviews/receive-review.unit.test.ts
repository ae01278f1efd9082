import { receiveReview, STARS, type Review } from '../../../domain/reviews/review.js';
import type { ReviewId } from '../../../domain/shared/id.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-03T09:00:00.000Z');
const REVIEW: Review = {
  id: 'review' as ReviewId, // safe: the rule only passes it on
  reviewerName: 'Dana',
  stars: 5,
  comment: null,
  reply: null,
  repliedAt: null,
  leftAt: NOW,
  customerId: null,
  public: true,
  createdAt: NOW,
};

it('a public review is announced, and another is not', () => {
  expect(receiveReview(REVIEW, NOW)).toEqual({ next: REVIEW, events: [{ type: 'review.received' }], changed: true, at: NOW });
  const hidden = { ...REVIEW, public: false };
  expect(receiveReview(hidden, NOW)).toEqual({ next: hidden, events: [], changed: false });
});

it('a rating is one to five stars', () => {
  expect(STARS).toEqual([1, 2, 3, 4, 5]);
});
