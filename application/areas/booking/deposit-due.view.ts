import type { DepositDue } from '../../../domain/booking/deposit-due.js';
import { majorUnits } from '../../../domain/shared/money.js';
import { Amount, Text, Uuid } from '../../kernel/fields/fields.js';
import { NestedList } from '../../kernel/fields/view.js';

class DepositItemView {
  @Uuid() service_id!: string;
  @Amount({ description: 'As on the menu, without tax.', example: 899.5 }) price!: number;
  @Amount({ example: 179.9 }) deposit!: number;
}

export class DepositDueView {
  @Text({ example: 'CAD' }) currency!: string;
  @Amount({ description: 'The sum of the prices, without tax.', example: 899.5 }) subtotal!: number;
  @Amount({ description: 'The sum of the deposits.', example: 179.9 }) deposit_due!: number;
  @NestedList(DepositItemView, { description: 'In the order of `service_ids`.' }) items!: readonly DepositItemView[];

  static of({ currency, subtotal, depositDue, items }: DepositDue): DepositDueView {
    return {
      currency,
      subtotal: majorUnits(subtotal, currency),
      deposit_due: majorUnits(depositDue, currency),
      items: items.map(({ serviceId, price, deposit }) => ({
        service_id: serviceId,
        price: majorUnits(price, currency),
        deposit: majorUnits(deposit, currency),
      })),
    };
  }
}
