import { QUOTE_STATUSES, type Quote, type QuoteStatus } from '../../../domain/quotes/quote.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { OneOf } from '../../kernel/fields/fields.js';
import { CursorLimit, CursorToken, UpdatedSince } from '../../kernel/fields/filter-fields.js';
import { CreatedSince, CreatedUntil } from '../../kernel/fields/rest-fields.js';
import { changesPage, type Changes } from '../../kernel/operation/changes-page.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { cursorPageOf, withChanges } from '../../kernel/operation/output.js';
import { cursorPage, type Slice } from '../../kernel/operation/page.js';
import { Cursors } from '../../kernel/ports/ports.js';
import { QuoteView } from './quote.view.js';
import { Quotes } from './quotes.js';

class SearchQuotesInput {
  @OneOf(QUOTE_STATUSES, { optional: true, description: 'Left out: any.' }) status?: QuoteStatus;
  @CreatedSince() created_since?: Instant;
  @CreatedUntil() created_until?: Instant;
  @CursorLimit() limit?: number;
  @CursorToken() cursor?: string;
  @UpdatedSince() updated_since?: Instant;
}

class SearchQuotes implements UseCase<SearchQuotesInput, Slice<Quote> | Changes<Quote>> {
  constructor(
    private readonly quotes: Quotes,
    private readonly cursors: Cursors,
  ) {}

  execute({ shop }: Caller, input: SearchQuotesInput): Promise<Slice<Quote> | Changes<Quote>> {
    const { limit, cursor, updated_since: since, ...filter } = input;
    const scope = { shop: shop.id, list: 'quotes', filter };
    if (since !== undefined)
      return changesPage(this.cursors, scope, { since, limit, cursor }, (asked) => this.quotes.changes(shop.id, filter, asked));
    return cursorPage(this.cursors, scope, { limit, cursor }, (rows, after) => this.quotes.list(shop.id, filter, rows, after));
  }
}

export const searchQuotes = operation(SearchQuotes, {
  name: 'quotes.search',
  summary: 'List quotes',
  description:
    'The shop’s quotes, newest first, optionally by status or time of creation. Imported quotes are among them, unlike imported ' +
    'invoices: no sum is made of quotes.',
  scope: 'read',
  route: get('/quotes', { operationId: 'quotes.list' }),
  input: SearchQuotesInput,
  output: withChanges(cursorPageOf, QuoteView),
  needs: [Quotes, Cursors],
});
