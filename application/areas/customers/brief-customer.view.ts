import { customerName, type Customer } from '../../../domain/customers/customer.js';
import { Text, Uuid } from '../../kernel/fields/fields.js';

/** The fields of a customer beside a record of its own. */
export class BriefCustomerView {
  @Uuid() id!: string;
  @Text({ fromOutside: true, description: 'A dash if the record has no name.', example: 'Dana Whitfield' }) name!: string;
  @Text({ nullable: true, description: 'E.164.', example: '+16135550142' }) phone!: string | null;
  @Text({ nullable: true, fromOutside: true, example: 'dana@example.com' }) email!: string | null;

  static of(customer: Pick<Customer, 'id' | 'name' | 'phone' | 'email'>): BriefCustomerView {
    return { id: customer.id, name: customerName(customer), phone: customer.phone, email: customer.email };
  }
}
