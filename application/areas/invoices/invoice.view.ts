import { INVOICE_STATUSES, owing, type Invoice } from '../../../domain/invoices/invoice.js';
import { majorUnits } from '../../../domain/shared/money.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { Amount, DateTime, Int, OneOf, Uuid } from '../../kernel/fields/fields.js';
import { UpdatedAt } from '../../kernel/fields/view.js';

export class InvoiceView {
  @Uuid() id!: string;
  @Int({ description: 'Shop-visible number.', example: 2117 }) number!: number;
  @Uuid() customer_id!: string;
  @OneOf(INVOICE_STATUSES, { example: 'partial' }) status!: string;
  @Amount({ description: 'Tax included, in the shop’s currency.', example: 904.5 }) total!: number;
  @Amount({
    nullable: true,
    description: 'The amount still owing: 0 once paid in full, null on `draft` and `void`.',
    example: 404.5,
  })
  balance!: number | null;
  @DateTime() created_at!: string;
  @UpdatedAt() updated_at?: string | undefined;

  static of(invoice: Invoice): InvoiceView {
    const balance = owing(invoice);
    return {
      id: invoice.id,
      number: invoice.number,
      customer_id: invoice.customerId,
      status: invoice.status,
      total: majorUnits(invoice.total, invoice.currency),
      balance: balance === null ? null : majorUnits(balance, invoice.currency),
      created_at: invoice.createdAt,
      updated_at: invoice.updatedAt,
    };
  }
}

export const invoiceEvents = eventKinds(InvoiceView, ({ customer_id: customer }) => [['customer', customer]], {
  'invoice.created': { says: 'An import that announces its records brought a new invoice.', causedBy: 'invoices.import' },
  'invoice.updated': { says: 'An invoice changed by an import that announces its records.', causedBy: 'invoices.import' },
});
