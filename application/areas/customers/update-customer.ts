import { changeCustomer, type Customer } from '../../../domain/customers/customer.js';
import type { MetadataChange } from '../../../domain/shared/annotated.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import { defined } from '../../../domain/shared/defined.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import { ExternalIdField, MetadataField } from '../../kernel/fields/annotation-fields.js';
import { Extendable, gathered } from '../../kernel/fields/extra-fields.js';
import { Email, Flag, Name, PathId, Phone, Text } from '../../kernel/fields/fields.js';
import { Tags } from '../../kernel/fields/list-field.js';
import { operation, patch, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock } from '../../kernel/ports/ports.js';
import { customerEvents, CustomerView } from './customer.view.js';
import { customerRecord, Customers, refusingDuplicates } from './customers.js';

const clearable = { change: true, nullable: true, description: 'Null clears the value.' } as const;

@Extendable(customerRecord, 'change')
class UpdateCustomerInput {
  @PathId() id!: CustomerId;
  @Name({ max: 200, change: true }) name?: string;
  @Email({ max: 200, ...clearable }) email?: EmailAddress | null;
  @Phone({ max: 40, ...clearable }) phone?: E164 | null;
  @Tags({ change: true, maxItems: 50, max: 60, description: 'Replaces the whole list.' }) tags?: readonly string[];
  @Flag({ change: true }) is_vip?: boolean;
  @Text({ max: 80, ...clearable }) city?: string | null;
  @Text({ max: 80, ...clearable, description: 'Province or state. Null clears the value.' }) region?: string | null;
  @Text({ max: 20, ...clearable }) postal_code?: string | null;
  @ExternalIdField({ change: true }) external_id?: string | null;
  @MetadataField({ change: true }) metadata?: MetadataChange;
}

class UpdateCustomer implements UseCase<UpdateCustomerInput, Customer> {
  constructor(
    private readonly customers: Customers,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  async execute({ shop }: Caller, { id, ...input }: UpdateCustomerInput, cause: Cause): Promise<Customer> {
    const { is_vip: isVip, postal_code: postalCode, external_id: externalId, ...rest } = gathered(input);
    const change = { ...rest, ...defined({ isVip, postalCode, externalId }) };
    const changed = this.customers.change(shop.id, id, (before) =>
      this.announcer.announce(customerEvents, before, changeCustomer(before, change, this.clock.now()), cause),
    );
    const customer = await refusingDuplicates(changed);
    if (!customer) throw new NotFound('customer');
    return customer;
  }
}

export const updateCustomer = operation(UpdateCustomer, {
  name: 'customers.update',
  summary: 'Change a customer',
  description:
    'Changes at least one field. The customer must keep an e-mail or a phone, and no other customer may have the same one.',
  scope: 'full',
  route: patch('/customers/:id'),
  input: UpdateCustomerInput,
  output: one(CustomerView),
  needs: [Customers, Clock, Announcer],
  errors: ['not_found', 'conflict'],
  atLeastOne: true,
});
