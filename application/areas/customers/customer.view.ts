import { customerName, type Customer } from '../../../domain/customers/customer.js';
import { DateTime, Flag, Text, Uuid } from '../../kernel/fields/fields.js';
import { TextList } from '../../kernel/fields/view.js';

/** The fields that every view of a customer has. */
export abstract class CustomerFields {
  @Uuid() id!: string;
  @Text({ fromOutside: true, description: 'Display name, or `—` if the record has none.', example: 'Dana Whitfield' })
  name!: string;
  @Text({ nullable: true, fromOutside: true, description: 'In lower case.', example: 'dana@example.com' }) email!: string | null;
  @Text({ nullable: true, description: 'E.164.', example: '+16135550142' }) phone!: string | null;
  @Text({ nullable: true, example: 'Ottawa' }) city!: string | null;
  @Text({ nullable: true, description: 'Province or state.', example: 'ON' }) region!: string | null;
  @Text({ nullable: true, example: 'K1P 1J1' }) postal_code!: string | null;
  @TextList({ description: 'Empty if there are none.' }) tags!: readonly string[];
  @Flag() is_vip!: boolean;
  @DateTime() created_at!: string;
}

export class CustomerView extends CustomerFields {
  static of(customer: Customer): CustomerView {
    return fieldsOfCustomer(customer);
  }
}

export function fieldsOfCustomer(customer: Customer) {
  return {
    id: customer.id,
    name: customerName(customer),
    email: customer.email,
    phone: customer.phone,
    city: customer.city,
    region: customer.region,
    postal_code: customer.postalCode,
    tags: customer.tags,
    is_vip: customer.isVip,
    created_at: customer.createdAt,
  };
}
