import { QUOTE_STATUSES } from '../../../domain/quotes/quote.js';

it('a quote has one of six statuses', () => {
  expect(QUOTE_STATUSES).toEqual(['draft', 'sent', 'viewed', 'accepted', 'declined', 'expired']);
});
