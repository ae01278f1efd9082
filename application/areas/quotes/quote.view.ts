import { QUOTE_STATUSES, type Quote } from '../../../domain/quotes/quote.js';
import { majorUnits } from '../../../domain/shared/money.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { Amount, DateTime, Int, OneOf, Uuid } from '../../kernel/fields/fields.js';
import { UpdatedAt } from '../../kernel/fields/view.js';

export class QuoteView {
  @Uuid() id!: string;
  @Int({ description: 'Shop-visible number.', example: 1042 }) number!: number;
  @Uuid() customer_id!: string;
  @OneOf(QUOTE_STATUSES, { example: 'sent' }) status!: string;
  @Amount({ description: 'Tax included, in the shop’s currency.', example: 904.5 }) total!: number;
  @DateTime() created_at!: string;
  @UpdatedAt() updated_at?: string | undefined;

  static of(quote: Quote): QuoteView {
    return {
      id: quote.id,
      number: quote.number,
      customer_id: quote.customerId,
      status: quote.status,
      total: majorUnits(quote.total, quote.currency),
      created_at: quote.createdAt,
      updated_at: quote.updatedAt,
    };
  }
}

export const quoteEvents = eventKinds(QuoteView, ({ customer_id: customer }) => [['customer', customer]], {
  'quote.created': { says: 'An import that announces its records brought a new quote.', causedBy: 'quotes.import' },
  'quote.updated': { says: 'A quote changed by an import that announces its records.', causedBy: 'quotes.import' },
});
