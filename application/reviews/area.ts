import { area } from '../area.js';
import { listReviews } from './list-reviews.js';
import { reviewKind } from './review.import.js';

export const reviewsArea = area({
  name: 'reviews',
  about: 'What customers say of the shop in public.',
  operations: [listReviews],
  importKinds: [reviewKind],
});
