import type { Quote, QuoteStatus } from '../../../domain/quotes/quote.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Position } from '../../kernel/operation/page.js';
import type { RecordType } from '../../transfer/import-kind.js';

export interface QuoteFilter {
  readonly status?: QuoteStatus;
}

/** The quotes of a shop. The API only reads them. */
export abstract class Quotes {
  /** The matching quotes, newest first, beginning after the position `after`. */
  abstract list(shop: ShopId, filter: QuoteFilter, limit: number, after: Position | null): Promise<readonly Quote[]>;
}

export const QUOTES: RecordType = { name: 'quotes', noun: 'quote' };
