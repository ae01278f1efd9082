import { Quotes, type QuoteFilter } from '../../../application/areas/quotes/quotes.js';
import type { ChangedRows, ChangesAsked } from '../../../application/kernel/operation/changes-page.js';
import type { OffsetSlice, Position } from '../../../application/kernel/operation/page.js';
import type { Quote } from '../../../domain/quotes/quote.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { ChangePages } from '../../storage/lists/change-pages.js';
import { conditionsSql, given, KeysetPages } from '../../storage/lists/keyset-pages.js';
import { OffsetPages, SHOP_CURRENCY, type PageSelects } from '../../storage/lists/offset-pages.js';
import type { Parameter } from '../../storage/statement.js';
import { selectList } from '../../storage/tables/table.js';
import { quoteTable } from './quote.entity.js';

const QUOTE = { table: quoteTable, select: `${selectList(quoteTable)}, ${SHOP_CURRENCY}`, from: 'quotes t' };

export class PostgresQuotes extends Quotes {
  private readonly searchPages: KeysetPages<Quote>;
  private readonly changePages: ChangePages<Quote>;
  private readonly listPages: OffsetPages<Quote>;

  constructor(database: Database) {
    super();
    this.searchPages = new KeysetPages(database, QUOTE, 'quotes.search');
    this.changePages = new ChangePages(database, QUOTE);
    this.listPages = new OffsetPages(database, QUOTE, 'quotes.list');
  }

  override list(shop: ShopId, { status }: QuoteFilter, limit: number, after: Position | null): Promise<Quote[]> {
    return this.searchPages.list(shop, given('t.status = ?', status), limit, after);
  }

  override changes(shop: ShopId, { status }: QuoteFilter, asked: ChangesAsked): Promise<ChangedRows<Quote>> {
    return this.changePages.list(shop, asked, (parameter) => conditionsSql(given('t.status = ?', status), parameter));
  }

  override page(shop: ShopId, filter: QuoteFilter, limit: number, offset: number): Promise<OffsetSlice<Quote>> {
    return this.listPages.list(shop, limit, offset, (parameter) => pageSelects(filter, parameter));
  }
}

function pageSelects({ status }: QuoteFilter, parameter: Parameter): PageSelects {
  const inStatus = status === undefined ? '' : `and t.status = ${parameter(status)}`;
  const matching = `from quotes t where t.shop_id = $1 ${inStatus}`;
  return {
    total: `select count(*) as n ${matching}`,
    ids: `select t.id ${matching} order by t.created_at desc, t.id desc limit $2 offset $3`,
  };
}
