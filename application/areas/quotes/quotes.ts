import type { Quote, QuoteStatus } from '../../../domain/quotes/quote.js';
import type { QuoteId, ShopId } from '../../../domain/shared/id.js';
import type { ChangedRows, ChangesAsked } from '../../kernel/operation/changes-page.js';
import type { Narrowing, OffsetSlice, Position } from '../../kernel/operation/page.js';
import type { RecordType } from '../../transfer/import-kind.js';

export interface QuoteFilter extends Pick<Narrowing, 'created_since' | 'created_until'> {
  readonly status?: QuoteStatus;
}

/** The quotes of a shop. The API only reads them. */
export abstract class Quotes {
  abstract find(shop: ShopId, id: QuoteId): Promise<Quote | null>;
  /** The matching quotes, newest first, beginning after the position `after`. */
  abstract list(shop: ShopId, filter: QuoteFilter, limit: number, after: Position | null): Promise<readonly Quote[]>;
  /** The matching quotes in the order of their changes. */
  abstract changes(shop: ShopId, filter: QuoteFilter, asked: ChangesAsked): Promise<ChangedRows<Quote>>;
  /** One page of the matching quotes, newest first. Page and total come from one snapshot. */
  abstract page(shop: ShopId, filter: QuoteFilter, limit: number, offset: number): Promise<OffsetSlice<Quote>>;
}

export const QUOTES: RecordType = { name: 'quotes', noun: 'quote' };
