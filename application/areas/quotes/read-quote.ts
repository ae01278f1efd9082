import type { Quote } from '../../../domain/quotes/quote.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { QuoteId } from '../../../domain/shared/id.js';
import { PathId } from '../../kernel/fields/fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { QuoteView } from './quote.view.js';
import { Quotes } from './quotes.js';

class ReadQuoteInput {
  @PathId() id!: QuoteId;
}

class ReadQuote implements UseCase<ReadQuoteInput, Quote> {
  constructor(private readonly quotes: Quotes) {}

  async execute({ shop }: Caller, { id }: ReadQuoteInput): Promise<Quote> {
    const quote = await this.quotes.find(shop.id, id);
    if (!quote) throw new NotFound('quote');
    return quote;
  }
}

export const readQuote = operation(ReadQuote, {
  name: 'quotes.read',
  summary: 'Read a quote',
  description: 'One quote of the shop, made here or imported.',
  scope: 'read',
  route: get('/quotes/:id'),
  input: ReadQuoteInput,
  output: one(QuoteView),
  needs: [Quotes],
  errors: ['not_found'],
});
