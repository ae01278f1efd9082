import { INVOICE_STATUSES, type Invoice, type InvoiceStatus } from '../../../domain/invoices/invoice.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { OneOf } from '../../kernel/fields/fields.js';
import { CursorLimit, CursorToken, ImportedFilter, UpdatedSince } from '../../kernel/fields/filter-fields.js';
import { CreatedSince, CreatedUntil } from '../../kernel/fields/rest-fields.js';
import { changesPage, type Changes } from '../../kernel/operation/changes-page.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { cursorPageOf, withChanges } from '../../kernel/operation/output.js';
import { cursorPage, type Slice } from '../../kernel/operation/page.js';
import { Cursors } from '../../kernel/ports/ports.js';
import { originAsked, Provenance, requireKnown } from '../../kernel/ports/provenance.js';
import { InvoiceView } from './invoice.view.js';
import { Invoices } from './invoices.js';

class SearchInvoicesInput {
  @OneOf(INVOICE_STATUSES, { optional: true, description: 'Left out: any.' }) status?: InvoiceStatus;
  @ImportedFilter() imported?: boolean;
  @CreatedSince() created_since?: Instant;
  @CreatedUntil() created_until?: Instant;
  @CursorLimit() limit?: number;
  @CursorToken() cursor?: string;
  @UpdatedSince() updated_since?: Instant;
}

class SearchInvoices implements UseCase<SearchInvoicesInput, Slice<Invoice> | Changes<Invoice>> {
  constructor(
    private readonly invoices: Invoices,
    private readonly provenance: Provenance,
    private readonly cursors: Cursors,
  ) {}

  async execute({ shop }: Caller, input: SearchInvoicesInput): Promise<Slice<Invoice> | Changes<Invoice>> {
    const { imported, limit, cursor, updated_since: since, ...rest } = input;
    const filter = { ...rest, origin: originAsked(imported) };
    const scope = { shop: shop.id, list: 'invoices', filter };
    if (since !== undefined)
      return changesPage(this.cursors, scope, { since, limit, cursor }, (asked) => {
        requireKnown(this.provenance, filter.origin);
        return this.invoices.changes(shop.id, filter, asked);
      });
    return cursorPage(this.cursors, scope, { limit, cursor }, (rows, after) => {
      requireKnown(this.provenance, filter.origin);
      return this.invoices.list(shop.id, filter, rows, after);
    });
  }
}

export const searchInvoices = operation(SearchInvoices, {
  name: 'invoices.search',
  summary: 'List invoices',
  description:
    'The shop’s invoices, newest first, optionally by status or time of creation. Without `imported` only invoices made in the ' +
    'service are listed, and with it only imported invoices, so that nothing is counted twice.',
  scope: 'read',
  route: get('/invoices', { operationId: 'invoices.list' }),
  input: SearchInvoicesInput,
  output: withChanges(cursorPageOf, InvoiceView),
  needs: [Invoices, Provenance, Cursors],
  // By the specification, `imported` is answered with 500 where the origin of records is not known.
  errors: ['internal_error'],
});
