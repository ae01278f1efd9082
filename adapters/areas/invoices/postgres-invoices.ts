import { Invoices, type InvoiceFilter } from '../../../application/areas/invoices/invoices.js';
import type { ChangedRows, ChangesAsked } from '../../../application/kernel/operation/changes-page.js';
import type { OffsetSlice, Position } from '../../../application/kernel/operation/page.js';
import type { Invoice } from '../../../domain/invoices/invoice.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { ChangePages } from '../../storage/lists/change-pages.js';
import { conditionsSql, given, KeysetPages, type ListCondition } from '../../storage/lists/keyset-pages.js';
import { OffsetPages, SHOP_CURRENCY, type PageSelects } from '../../storage/lists/offset-pages.js';
import type { Parameter } from '../../storage/statement.js';
import { selectList } from '../../storage/tables/table.js';
import { invoiceTable } from './invoice.entity.js';

const INVOICE = { table: invoiceTable, select: `${selectList(invoiceTable)}, ${SHOP_CURRENCY}`, from: 'invoices t' };

export class PostgresInvoices extends Invoices {
  private readonly searchPages: KeysetPages<Invoice>;
  private readonly changePages: ChangePages<Invoice>;
  private readonly listPages: OffsetPages<Invoice>;

  constructor(database: Database) {
    super();
    this.searchPages = new KeysetPages(database, INVOICE, 'invoices.search');
    this.changePages = new ChangePages(database, INVOICE);
    this.listPages = new OffsetPages(database, INVOICE, 'invoices.list');
  }

  override list(shop: ShopId, filter: InvoiceFilter, limit: number, after: Position | null): Promise<Invoice[]> {
    return this.searchPages.list(shop, conditionsOf(filter), limit, after);
  }

  override changes(shop: ShopId, filter: InvoiceFilter, asked: ChangesAsked): Promise<ChangedRows<Invoice>> {
    return this.changePages.list(shop, asked, (parameter) => conditionsSql(conditionsOf(filter), parameter));
  }

  override page(shop: ShopId, filter: InvoiceFilter, limit: number, offset: number): Promise<OffsetSlice<Invoice>> {
    return this.listPages.list(shop, limit, offset, (parameter) => pageSelects(filter, parameter));
  }
}

function conditionsOf({ status, origin }: InvoiceFilter): ListCondition[] {
  return [{ sql: 't.origin = ?', value: origin }, ...given('t.status = ?', status)];
}

function pageSelects(filter: InvoiceFilter, parameter: Parameter): PageSelects {
  const matching = `from invoices t where t.shop_id = $1 and ${conditionsSql(conditionsOf(filter), parameter)}`;
  return {
    total: `select count(*) as n ${matching}`,
    ids: `select t.id ${matching} order by t.created_at desc, t.id desc limit $2 offset $3`,
  };
}
