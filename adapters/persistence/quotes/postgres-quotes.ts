import type { Position } from '../../../application/operation/page.js';
import { Quotes, type QuoteFilter } from '../../../application/quotes/quotes.js';
import type { Quote } from '../../../domain/quotes/quote.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../database.js';
import { given, KeysetPages } from '../keyset.js';
import { SHOP_CURRENCY } from '../shop-currency.js';
import { selectList } from '../table.js';
import { quoteTable } from './quote.table.js';

export class PostgresQuotes extends Quotes {
  private readonly pages = new KeysetPages(`${selectList(quoteTable)}, ${SHOP_CURRENCY}`, 'quotes t');

  constructor(private readonly database: Database) {
    super();
  }

  override list(shop: ShopId, { status }: QuoteFilter, limit: number, after: Position | null): Promise<Quote[]> {
    const page = this.pages.page([{ sql: 't.shop_id = ?', value: shop }, ...given('t.status = ?', status)], limit, after);
    return this.database.read(page.statement, page.values);
  }
}
