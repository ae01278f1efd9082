import { INVOICE_STATUSES, type Invoice, type InvoiceStatus } from '../../../domain/invoices/invoice.js';
import { Flag, OneOf } from '../../kernel/fields/fields.js';
import { Offset, OffsetLimit } from '../../kernel/fields/filter-fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { offsetPageOf } from '../../kernel/operation/output.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';
import { originAsked, Provenance, requireKnown } from '../../kernel/ports/provenance.js';
import { InvoiceView } from './invoice.view.js';
import { Invoices } from './invoices.js';
import { searchInvoices } from './search-invoices.js';

class ListInvoicesInput {
  @OneOf(INVOICE_STATUSES, { optional: true, description: 'Left out: any.' }) status?: InvoiceStatus;
  @Flag({ optional: true, description: '`true`: only imported ones, which are left out otherwise.' }) imported?: boolean;
  @OffsetLimit() limit?: number;
  @Offset() offset?: number;
}

class ListInvoices implements UseCase<ListInvoicesInput, OffsetSlice<Invoice>> {
  constructor(
    private readonly invoices: Invoices,
    private readonly provenance: Provenance,
  ) {}

  async execute({ shop }: Caller, input: ListInvoicesInput): Promise<OffsetSlice<Invoice>> {
    const { imported, limit = 25, offset = 0, ...rest } = input;
    const filter = { ...rest, origin: originAsked(imported) };
    requireKnown(this.provenance, filter.origin);
    return this.invoices.page(shop.id, filter, limit, offset);
  }
}

export const listInvoices = operation(ListInvoices, {
  name: 'invoices.list',
  summary: 'List invoices',
  description:
    'Lists invoices with status, amount and the `balance` still owing, newest first; customers.get ' +
    'tells whose one is. Nobody is contacted or charged. A repetition reads anew. Refuses what does not fit the schema.',
  scope: 'read',
  capability: { permission: 'customers.manage', budget: 'read' },
  input: ListInvoicesInput,
  beside: searchInvoices,
  output: offsetPageOf(InvoiceView),
  needs: [Invoices, Provenance],
});
