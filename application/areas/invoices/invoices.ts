import type { Invoice, InvoiceStatus } from '../../../domain/invoices/invoice.js';
import type { InvoiceId, ShopId } from '../../../domain/shared/id.js';
import type { Origin } from '../../../domain/shared/origin.js';
import type { ChangedRows, ChangesAsked } from '../../kernel/operation/changes-page.js';
import type { Narrowing, OffsetSlice, Position } from '../../kernel/operation/page.js';
import type { RecordType } from '../../transfer/import-kind.js';

export interface InvoiceFilter extends Pick<Narrowing, 'created_since' | 'created_until'> {
  readonly status?: InvoiceStatus;
  readonly origin: Origin;
}

/** The invoices of a shop. The API only reads them. */
export abstract class Invoices {
  abstract find(shop: ShopId, id: InvoiceId): Promise<Invoice | null>;
  /** The matching invoices, newest first, beginning after the position `after`. */
  abstract list(shop: ShopId, filter: InvoiceFilter, limit: number, after: Position | null): Promise<readonly Invoice[]>;
  /** The matching invoices in the order of their changes. */
  abstract changes(shop: ShopId, filter: InvoiceFilter, asked: ChangesAsked): Promise<ChangedRows<Invoice>>;
  /** One page of the matching invoices, newest first. Page and total come from one snapshot. */
  abstract page(shop: ShopId, filter: InvoiceFilter, limit: number, offset: number): Promise<OffsetSlice<Invoice>>;
}

export const INVOICES: RecordType = { name: 'invoices', noun: 'invoice' };
