import type { Customer } from '../../domain/customers/customer.js';
import { NotFound } from '../../domain/shared/errors.js';
import type { CustomerId } from '../../domain/shared/id.js';
import type { Caller } from '../operation/caller.js';
import { PathId } from '../operation/fields.js';
import { get, operation, type UseCase } from '../operation/operation.js';
import { one } from '../operation/output.js';
import { CustomerView } from './customer.view.js';
import { Customers } from './customers.js';

class GetCustomerInput {
  @PathId() id!: CustomerId;
}

class GetCustomer implements UseCase<GetCustomerInput, Customer> {
  constructor(private readonly customers: Customers) {}

  async execute({ shop }: Caller, { id }: GetCustomerInput): Promise<Customer> {
    const customer = await this.customers.find(shop.id, id);
    if (!customer) throw new NotFound('customer');
    return customer;
  }
}

export const getCustomer = operation(GetCustomer, {
  name: 'customers.read',
  summary: 'Read a customer',
  description: 'One customer of the shop.',
  scope: 'read',
  route: get('/customers/:id'),
  input: GetCustomerInput,
  output: one(CustomerView),
  needs: [Customers],
  errors: ['not_found'],
});
