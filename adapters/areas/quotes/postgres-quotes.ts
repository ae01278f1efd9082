import { Quotes, type QuoteFilter } from '../../../application/areas/quotes/quotes.js';
import type { Position } from '../../../application/kernel/operation/page.js';
import type { Quote } from '../../../domain/quotes/quote.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { given, KeysetPages } from '../../storage/lists/keyset-pages.js';
import { SHOP_CURRENCY } from '../../storage/lists/offset-pages.js';
import { selectList } from '../../storage/tables/table.js';
import { quoteTable } from './quote.entity.js';

export class PostgresQuotes extends Quotes {
  private readonly pages: KeysetPages<Quote>;

  constructor(database: Database) {
    super();
    this.pages = new KeysetPages(
      database,
      { select: `${selectList(quoteTable)}, ${SHOP_CURRENCY}`, from: 'quotes t' },
      'quotes.list',
    );
  }

  override list(shop: ShopId, { status }: QuoteFilter, limit: number, after: Position | null): Promise<Quote[]> {
    return this.pages.list(shop, given('t.status = ?', status), limit, after);
  }
}
