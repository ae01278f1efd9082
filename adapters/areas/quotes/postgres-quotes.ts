import { Quotes, type QuoteFilter } from '../../../application/areas/quotes/quotes.js';
import type { ChangedRows, ChangesAsked } from '../../../application/kernel/operation/changes-page.js';
import type { OffsetSlice, Position } from '../../../application/kernel/operation/page.js';
import type { Quote } from '../../../domain/quotes/quote.js';
import type { QuoteId, ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { ChangePages } from '../../storage/lists/change-pages.js';
import { given, KeysetPages, narrowed, type ListCondition } from '../../storage/lists/keyset-pages.js';
import { OffsetPages, SHOP_CURRENCY, type PageSelects } from '../../storage/lists/offset-pages.js';
import { statement, type Parameter } from '../../storage/statement.js';
import { selectList } from '../../storage/tables/table.js';
import { quoteTable } from './quote.entity.js';

export const QUOTE = { table: quoteTable, select: `${selectList(quoteTable)}, ${SHOP_CURRENCY}`, from: 'quotes t' };
const FIND = statement('quotes.find', `select ${QUOTE.select} from ${QUOTE.from} where t.shop_id = $1 and t.id = $2`);

export class PostgresQuotes extends Quotes {
  private readonly searchPages: KeysetPages<Quote>;
  private readonly changePages: ChangePages<Quote>;
  private readonly listPages: OffsetPages<Quote>;

  constructor(private readonly database: Database) {
    super();
    this.searchPages = new KeysetPages(database, QUOTE, 'quotes.search');
    this.changePages = new ChangePages(database, QUOTE);
    this.listPages = new OffsetPages(database, QUOTE, 'quotes.list');
  }

  override async find(shop: ShopId, id: QuoteId): Promise<Quote | null> {
    const [quote] = await this.database.read<Quote>(FIND, [shop, id]);
    return quote ?? null;
  }

  override list(shop: ShopId, filter: QuoteFilter, limit: number, after: Position | null): Promise<Quote[]> {
    return this.searchPages.list(shop, conditionsOf(filter), limit, after);
  }

  override changes(shop: ShopId, filter: QuoteFilter, asked: ChangesAsked): Promise<ChangedRows<Quote>> {
    return this.changePages.list(shop, asked, conditionsOf(filter));
  }

  override page(shop: ShopId, filter: QuoteFilter, limit: number, offset: number): Promise<OffsetSlice<Quote>> {
    return this.listPages.list(shop, limit, offset, (parameter) => pageSelects(filter, parameter));
  }
}

function conditionsOf(filter: QuoteFilter): ListCondition[] {
  return [...given('t.status = ?', filter.status), ...narrowed(filter)];
}

function pageSelects({ status }: QuoteFilter, parameter: Parameter): PageSelects {
  const inStatus = status === undefined ? '' : `and t.status = ${parameter(status)}`;
  const matching = `from quotes t where t.shop_id = $1 ${inStatus}`;
  return {
    total: `select count(*) as n ${matching}`,
    ids: `select t.id ${matching} order by t.created_at desc, t.id desc limit $2 offset $3`,
  };
}
