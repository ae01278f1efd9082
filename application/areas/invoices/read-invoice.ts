import type { Invoice } from '../../../domain/invoices/invoice.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { InvoiceId } from '../../../domain/shared/id.js';
import { PathId } from '../../kernel/fields/fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { InvoiceView } from './invoice.view.js';
import { Invoices } from './invoices.js';

class ReadInvoiceInput {
  @PathId() id!: InvoiceId;
}

class ReadInvoice implements UseCase<ReadInvoiceInput, Invoice> {
  constructor(private readonly invoices: Invoices) {}

  async execute({ shop }: Caller, { id }: ReadInvoiceInput): Promise<Invoice> {
    const invoice = await this.invoices.find(shop.id, id);
    if (!invoice) throw new NotFound('invoice');
    return invoice;
  }
}

export const readInvoice = operation(ReadInvoice, {
  name: 'invoices.read',
  summary: 'Read an invoice',
  description: 'One invoice of the shop, made here or imported.',
  scope: 'read',
  route: get('/invoices/:id'),
  input: ReadInvoiceInput,
  output: one(InvoiceView),
  needs: [Invoices],
  errors: ['not_found'],
});
