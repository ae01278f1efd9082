import {
  changeCustomer,
  CONSENT_SOURCES,
  consentAfter,
  type ConsentSource,
  type Customer,
  type CustomerChange,
} from '../../../domain/customers/customer.js';
import type { MetadataChange } from '../../../domain/shared/annotated.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import { defined } from '../../../domain/shared/defined.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import { MetadataField, PathExternalId } from '../../kernel/fields/annotation-fields.js';
import { Extendable, gathered } from '../../kernel/fields/extra-fields.js';
import { DateTime, Email, Name, OneOf, Phone, Text } from '../../kernel/fields/fields.js';
import { changeOrMake } from '../../kernel/operation/external-ids.js';
import { operation, put, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { madeOf, type Made } from '../../kernel/operation/output.js';
import { Clock, Ids } from '../../kernel/ports/ports.js';
import { openedCustomer } from './create-customer.js';
import { customerEvents, CustomerView } from './customer.view.js';
import { customerRecord, Customers, refusingDuplicates } from './customers.js';
import { updateCustomer } from './update-customer.js';

@Extendable(customerRecord, 'new')
class PutCustomerInput {
  @PathExternalId() external_id!: string;
  @Name({ max: 200, optional: true, description: 'Required for a new customer.', example: 'Dana Whitfield' }) name?: string;
  @Email({ max: 200, optional: true, description: 'A customer needs an e-mail or a phone.', example: 'dana@example.com' })
  email?: EmailAddress;
  @Phone({ max: 40, optional: true, description: 'Normalised to E.164.', example: '613 555 0142' }) phone?: E164;
  @OneOf(CONSENT_SOURCES, { optional: true, description: 'A new customer: `unknown` if left out.' })
  consent_source?: ConsentSource;
  @DateTime({
    optional: true,
    countsWhen: ({ consent_source: source }) => source !== 'unknown',
    description: 'Default: now, when the source changes. Not in the future. Ignored when the source is `unknown`.',
  })
  consent_captured_at?: Instant;
  @Text({ max: 500, lines: true, optional: true }) consent_note?: string;
  @MetadataField({ change: true }) metadata?: MetadataChange;
}

class PutCustomer implements UseCase<PutCustomerInput, Made<Customer>> {
  constructor(
    private readonly customers: Customers,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  execute({ shop }: Caller, input: PutCustomerInput, cause: Cause): Promise<Made<Customer>> {
    const made = changeOrMake({
      find: () => this.customers.findByExternalId(shop.id, input.external_id),
      change: ({ id }) =>
        this.customers.change(shop.id, id, (before) => {
          const now = this.clock.now();
          return this.announcer.announce(
            customerEvents,
            before,
            changeCustomer(before, changeOf(before, input, now), now),
            cause,
          );
        }),
      make: () => this.make(shop.id, input, cause),
    });
    return refusingDuplicates(made);
  }

  private make(shop: ShopId, { name, ...others }: PutCustomerInput, cause: Cause): Promise<Customer | null> {
    if (name === undefined) throw new ValidationError('name', 'a new customer needs a name');
    const decision = openedCustomer(this.ids, { name, ...others }, this.clock.now());
    return this.customers.addUnlessTaken(shop, this.announcer.announce(customerEvents, null, decision, cause));
  }
}

function changeOf(before: Customer, input: PutCustomerInput, now: Instant): CustomerChange {
  const { name, email, phone, metadata, consent_note: consentNote, extra } = gathered(input);
  const { consent_source: source, consent_captured_at: at } = input;
  return { ...defined({ name, email, phone, metadata, consentNote, extra }), ...consentAfter(before, source, at ?? null, now) };
}

export const putCustomer = operation(PutCustomer, {
  name: 'customers.put',
  summary: 'Create or change a customer by your own id',
  description:
    'Changes the given fields of the customer with this external id, or creates a customer that has it. Calls that come at the ' +
    'same time create one customer. If one field is refused, nothing changes.',
  scope: 'full',
  route: put('/customers/by-external-id/:external_id', { location: '/customers/:id' }),
  input: PutCustomerInput,
  beside: updateCustomer,
  output: madeOf(CustomerView),
  needs: [Customers, Ids, Clock, Announcer],
  errors: ['conflict'],
});
