import { listReviews } from './list-reviews.js';

export const reviewOperations = [listReviews];
