import { NotFound } from '../../../domain/shared/errors.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import { Uuid } from '../../kernel/fields/fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { CustomerDetailView } from './customer.view.js';
import { Customers, type CustomerDetail } from './customers.js';

class GetCustomerInput {
  @Uuid({ listedBy: 'customers.list' }) id!: CustomerId;
}

class GetCustomer implements UseCase<GetCustomerInput, CustomerDetail> {
  constructor(private readonly customers: Customers) {}

  async execute({ shop }: Caller, { id }: GetCustomerInput): Promise<CustomerDetail> {
    const detail = await this.customers.detail(shop.id, id);
    if (!detail) throw new NotFound('customer');
    return detail;
  }
}

export const getCustomer = operation(GetCustomer, {
  name: 'customers.get',
  summary: 'Read a customer with vehicles and open work',
  description:
    'Reads one customer with vehicles, open jobs, open tasks, the most recently active thread, and whether texts and campaigns ' +
    'may be sent; past jobs are in jobs.list. Nobody is contacted. A repetition reads anew. Refuses an unknown `id`.',
  scope: 'read',
  capability: { permission: 'customers.manage', budget: 'read' },
  input: GetCustomerInput,
  output: one(CustomerDetailView),
  needs: [Customers],
  errors: ['not_found'],
});
