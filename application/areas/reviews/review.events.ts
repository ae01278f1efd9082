import { eventKinds } from '../../kernel/events/event-kinds.js';
import { ReviewView } from './review.view.js';

export const reviewEvents = eventKinds(ReviewView, ({ customer_id: customer }) => [['customer', customer]], {
  'review.received': {
    says: 'An import that announces its records brought a new public review.',
    withoutPrevious: true,
    causedBy: 'reviews.import',
  },
});
