import type { Review } from '../../../domain/reviews/review.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { DateTime, Int, Text, Uuid } from '../../kernel/fields/fields.js';

export class ReviewView {
  @Uuid() id!: string;
  @Text({ nullable: true, fromOutside: true, example: 'Robin T.' }) reviewer_name!: string | null;
  @Int({ nullable: true, min: 1, max: 5, description: 'Null if the platform gave no rating.', example: 5 }) stars!: number | null;
  @Text({ nullable: true, fromOutside: true, description: 'Null with a rating: the review is only a rating.' }) comment!:
    string | null;
  @Text({ nullable: true, description: 'The shop’s reply.' }) reply!: string | null;
  @DateTime({ nullable: true }) replied_at!: string | null;
  @DateTime({ nullable: true }) left_at!: string | null;
  @Uuid({ nullable: true, description: 'Set if the review was matched to a customer.' }) customer_id!: string | null;

  static of(review: Review): ReviewView {
    return {
      id: review.id,
      reviewer_name: review.reviewerName,
      stars: review.stars,
      comment: review.comment,
      reply: review.reply,
      replied_at: review.repliedAt,
      left_at: review.leftAt,
      customer_id: review.customerId,
    };
  }
}

export const reviewEvents = eventKinds(ReviewView, ({ customer_id: customer }) => [['customer', customer]], {
  'review.received': {
    says: 'An import that announces its records brought a new public review.',
    withoutPrevious: true,
    causedBy: 'reviews.import',
  },
  'review.updated': {
    says: 'A review changed, was shown or hidden, by an import that announces its records.',
    causedBy: 'reviews.import',
  },
});
