import { Invoices, type InvoiceFilter } from '../../../application/areas/invoices/invoices.js';
import type { ChangedRows, ChangesAsked } from '../../../application/kernel/operation/changes-page.js';
import type { OffsetSlice, Position } from '../../../application/kernel/operation/page.js';
import type { Invoice } from '../../../domain/invoices/invoice.js';
import type { InvoiceId, ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { ChangePages } from '../../storage/lists/change-pages.js';
import { conditionsSql, given, KeysetPages, narrowed, type ListCondition } from '../../storage/lists/keyset-pages.js';
import { OffsetPages, SHOP_CURRENCY, type PageSelects } from '../../storage/lists/offset-pages.js';
import { statement, type Parameter } from '../../storage/statement.js';
import { selectList } from '../../storage/tables/table.js';
import { invoiceTable } from './invoice.entity.js';

export const INVOICE = { table: invoiceTable, select: `${selectList(invoiceTable)}, ${SHOP_CURRENCY}`, from: 'invoices t' };
const FIND = statement('invoices.find', `select ${INVOICE.select} from ${INVOICE.from} where t.shop_id = $1 and t.id = $2`);

export class PostgresInvoices extends Invoices {
  private readonly searchPages: KeysetPages<Invoice>;
  private readonly changePages: ChangePages<Invoice>;
  private readonly listPages: OffsetPages<Invoice>;

  constructor(private readonly database: Database) {
    super();
    this.searchPages = new KeysetPages(database, INVOICE, 'invoices.search');
    this.changePages = new ChangePages(database, INVOICE);
    this.listPages = new OffsetPages(database, INVOICE, 'invoices.list');
  }

  override async find(shop: ShopId, id: InvoiceId): Promise<Invoice | null> {
    const [invoice] = await this.database.read<Invoice>(FIND, [shop, id]);
    return invoice ?? null;
  }

  override list(shop: ShopId, filter: InvoiceFilter, limit: number, after: Position | null): Promise<Invoice[]> {
    return this.searchPages.list(shop, conditionsOf(filter), limit, after);
  }

  override changes(shop: ShopId, filter: InvoiceFilter, asked: ChangesAsked): Promise<ChangedRows<Invoice>> {
    return this.changePages.list(shop, asked, conditionsOf(filter));
  }

  override page(shop: ShopId, filter: InvoiceFilter, limit: number, offset: number): Promise<OffsetSlice<Invoice>> {
    return this.listPages.list(shop, limit, offset, (parameter) => pageSelects(filter, parameter));
  }
}

function conditionsOf(filter: InvoiceFilter): ListCondition[] {
  return [{ sql: 't.origin = ?', value: filter.origin }, ...given('t.status = ?', filter.status), ...narrowed(filter)];
}

function pageSelects(filter: InvoiceFilter, parameter: Parameter): PageSelects {
  const matching = `from invoices t where t.shop_id = $1 and ${conditionsSql(conditionsOf(filter), parameter)}`;
  return {
    total: `select count(*) as n ${matching}`,
    ids: `select t.id ${matching} order by t.created_at desc, t.id desc limit $2 offset $3`,
  };
}
