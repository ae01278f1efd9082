import { importReview, STARS, type Review } from '../../../domain/reviews/review.js';
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

const hidden = { ...REVIEW, public: false };
const toldOf = (before: Review | null, review: Review): string[] =>
  importReview(before, review, NOW).events.map(({ type }) => type);

it('a new public review is announced, and another is not', () => {
  expect(importReview(null, REVIEW, NOW)).toEqual({
    next: REVIEW,
    events: [{ type: 'review.received' }],
    changed: true,
    at: NOW,
  });
  expect(toldOf(null, hidden)).toEqual([]);
});

it('a change is announced unless the review is hidden before and after it', () => {
  expect([toldOf(REVIEW, REVIEW), toldOf(REVIEW, hidden), toldOf(hidden, REVIEW)]).toEqual(
    Array.from({ length: 3 }, () => ['review.updated']),
  );
  expect(toldOf(hidden, hidden)).toEqual([]);
});

it('a rating is one to five stars', () => {
  expect(STARS).toEqual([1, 2, 3, 4, 5]);
});
