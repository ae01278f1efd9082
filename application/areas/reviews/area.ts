import { area } from '../../kernel/area.js';
import { listReviews } from './list-reviews.js';
import { reviewKind } from './review.import.js';
import { reviewEvents } from './review.view.js';

export const reviewsArea = area({
  name: 'reviews',
  about: 'The public reviews that customers wrote about the shop.',
  operations: [listReviews],
  importKinds: [reviewKind],
  events: [reviewEvents],
});
