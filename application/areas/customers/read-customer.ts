import type { Customer } from '../../../domain/customers/customer.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import { PathId } from '../../kernel/fields/fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { CustomerView } from './customer.view.js';
import { Customers } from './customers.js';

class ReadCustomerInput {
  @PathId() id!: CustomerId;
}

class ReadCustomer implements UseCase<ReadCustomerInput, Customer> {
  constructor(private readonly customers: Customers) {}

  async execute({ shop }: Caller, { id }: ReadCustomerInput): Promise<Customer> {
    const customer = await this.customers.find(shop.id, id);
    if (!customer) throw new NotFound('customer');
    return customer;
  }
}

export const readCustomer = operation(ReadCustomer, {
  name: 'customers.read',
  summary: 'Read a customer',
  description: 'One customer of the shop.',
  scope: 'read',
  route: get('/customers/:id'),
  input: ReadCustomerInput,
  output: one(CustomerView),
  needs: [Customers],
  errors: ['not_found'],
});
