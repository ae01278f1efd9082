import {
  capturedAt,
  CONSENT_SOURCES,
  openCustomer,
  type Consent,
  type ConsentSource,
  type Customer,
} from '../../../domain/customers/customer.js';
import type { MetadataChange } from '../../../domain/shared/annotated.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import { defined } from '../../../domain/shared/defined.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import type { Decision } from '../../../domain/shared/events.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import { ExternalIdField, MetadataField } from '../../kernel/fields/annotation-fields.js';
import { Extendable, gathered } from '../../kernel/fields/extra-fields.js';
import { DateTime, Email, Name, OneOf, Phone, Text } from '../../kernel/fields/fields.js';
import { operation, post, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock, Ids } from '../../kernel/ports/ports.js';
import { customerEvents, CustomerView } from './customer.view.js';
import { customerRecord, Customers, refusingDuplicates } from './customers.js';

@Extendable(customerRecord, 'new')
class CreateCustomerInput {
  @Name({ max: 200, example: 'Dana Whitfield' }) name!: string;
  @Email({ max: 200, optional: true, description: 'A customer needs an e-mail or a phone.', example: 'dana@example.com' })
  email?: EmailAddress;
  @Phone({ max: 40, optional: true, description: 'Normalised to E.164.', example: '613 555 0142' }) phone?: E164;
  @OneOf(CONSENT_SOURCES, { optional: true, default: 'unknown' }) consent_source?: ConsentSource;
  @DateTime({
    optional: true,
    countsWhen: ({ consent_source: source }) => source !== 'unknown' && CONSENT_SOURCES.some((known) => known === source),
    description: 'Default: now. Not in the future. Ignored when the source is `unknown`.',
  })
  consent_captured_at?: Instant;
  @Text({ max: 500, lines: true, optional: true }) consent_note?: string;
  @ExternalIdField() external_id?: string;
  @MetadataField() metadata?: MetadataChange;
}

/** @throws ValidationError when the customer has neither an email nor a phone, or the consent is of the future */
export function openedCustomer(ids: Ids, input: CreateCustomerInput, now: Instant): Decision<Customer, 'customer.created'> {
  const { name, email = null, phone = null, external_id: externalId, metadata, extra } = gathered(input);
  const consent = consentOf(input, now);
  return openCustomer({ id: ids.next(), name, email, phone, ...consent, ...defined({ externalId, metadata, extra }) }, now);
}

class CreateCustomer implements UseCase<CreateCustomerInput, Customer> {
  constructor(
    private readonly customers: Customers,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  async execute({ shop }: Caller, input: CreateCustomerInput, cause: Cause): Promise<Customer> {
    const decision = openedCustomer(this.ids, input, this.clock.now());
    return refusingDuplicates(this.customers.add(shop.id, this.announcer.announce(customerEvents, null, decision, cause)));
  }
}

function consentOf(input: CreateCustomerInput, now: Instant): Consent {
  const {
    consent_source: consentSource = 'unknown',
    consent_captured_at: given = null,
    consent_note: consentNote = null,
  } = input;
  if (given !== null && given > now) throw new ValidationError('consent_captured_at', 'must not be in the future');
  return { consentSource, consentCapturedAt: capturedAt(consentSource, given, now), consentNote };
}

export const createCustomer = operation(CreateCustomer, {
  name: 'customers.create',
  summary: 'Create a customer',
  description:
    'Adds a customer with an e-mail or a phone. A duplicate of either is refused, and the message names the existing customer.',
  scope: 'full',
  route: post('/customers', { status: 201, location: '/customers/:id' }),
  input: CreateCustomerInput,
  output: one(CustomerView),
  needs: [Customers, Ids, Clock, Announcer],
  errors: ['conflict'],
});
