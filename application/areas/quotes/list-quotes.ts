import { QUOTE_STATUSES, type Quote, type QuoteStatus } from '../../../domain/quotes/quote.js';
import { OneOf } from '../../kernel/fields/fields.js';
import { Offset, OffsetLimit } from '../../kernel/fields/filter-fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { offsetPageOf } from '../../kernel/operation/output.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';
import { QuoteView } from './quote.view.js';
import { Quotes } from './quotes.js';
import { searchQuotes } from './search-quotes.js';

class ListQuotesInput {
  @OneOf(QUOTE_STATUSES, { optional: true, description: 'Left out: any.' }) status?: QuoteStatus;
  @OffsetLimit() limit?: number;
  @Offset() offset?: number;
}

class ListQuotes implements UseCase<ListQuotesInput, OffsetSlice<Quote>> {
  constructor(private readonly quotes: Quotes) {}

  execute({ shop }: Caller, { limit = 25, offset = 0, ...filter }: ListQuotesInput): Promise<OffsetSlice<Quote>> {
    return this.quotes.page(shop.id, filter, limit, offset);
  }
}

export const listQuotes = operation(ListQuotes, {
  name: 'quotes.list',
  summary: 'List quotes',
  description:
    'Lists quotes with status and amount, newest first; customers.get tells whose one is. Nobody is ' +
    'contacted. A repetition reads anew. Refuses what does not fit the schema.',
  scope: 'read',
  capability: { permission: 'customers.manage', budget: 'read' },
  input: ListQuotesInput,
  beside: searchQuotes,
  output: offsetPageOf(QuoteView),
  needs: [Quotes],
});
