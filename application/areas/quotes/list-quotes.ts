import { QUOTE_STATUSES, type Quote, type QuoteStatus } from '../../../domain/quotes/quote.js';
import { OneOf } from '../../kernel/fields/fields.js';
import { CursorLimit, CursorToken } from '../../kernel/fields/filter-fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { cursorPageOf } from '../../kernel/operation/output.js';
import { cursorPage, type Slice } from '../../kernel/operation/page.js';
import { Cursors } from '../../kernel/ports/ports.js';
import { QuoteView } from './quote.view.js';
import { Quotes } from './quotes.js';

class ListQuotesInput {
  @OneOf(QUOTE_STATUSES, { optional: true }) status?: QuoteStatus;
  @CursorLimit() limit?: number;
  @CursorToken() cursor?: string;
}

class ListQuotes implements UseCase<ListQuotesInput, Slice<Quote>> {
  constructor(
    private readonly quotes: Quotes,
    private readonly cursors: Cursors,
  ) {}

  execute({ shop }: Caller, { limit, cursor, ...filter }: ListQuotesInput): Promise<Slice<Quote>> {
    const scope = { shop: shop.id, list: 'quotes', filter };
    return cursorPage(this.cursors, scope, { limit, cursor }, (rows, after) => this.quotes.list(shop.id, filter, rows, after));
  }
}

export const listQuotes = operation(ListQuotes, {
  name: 'quotes.list',
  summary: 'List quotes',
  description: 'The shop’s quotes, newest first, optionally by status. Imported quotes are included.',
  scope: 'read',
  route: get('/quotes'),
  input: ListQuotesInput,
  output: cursorPageOf(QuoteView),
  needs: [Quotes, Cursors],
});
