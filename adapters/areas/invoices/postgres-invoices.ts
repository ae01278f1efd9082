import { Invoices, type InvoiceFilter } from '../../../application/areas/invoices/invoices.js';
import type { Position } from '../../../application/kernel/operation/page.js';
import type { Invoice } from '../../../domain/invoices/invoice.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { given, KeysetPages } from '../../storage/lists/keyset-pages.js';
import { SHOP_CURRENCY } from '../../storage/lists/offset-pages.js';
import { selectList } from '../../storage/tables/table.js';
import { invoiceTable } from './invoice.entity.js';

export class PostgresInvoices extends Invoices {
  private readonly pages: KeysetPages<Invoice>;

  constructor(database: Database) {
    super();
    this.pages = new KeysetPages(
      database,
      { select: `${selectList(invoiceTable)}, ${SHOP_CURRENCY}`, from: 'invoices t' },
      'invoices.list',
    );
  }

  override list(shop: ShopId, { status, origin }: InvoiceFilter, limit: number, after: Position | null): Promise<Invoice[]> {
    return this.pages.list(shop, [{ sql: 't.origin = ?', value: origin }, ...given('t.status = ?', status)], limit, after);
  }
}
