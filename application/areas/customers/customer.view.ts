import { customerName, hasMarketingConsent, type Customer, type ErasedCustomer } from '../../../domain/customers/customer.js';
import type { Metadata } from '../../../domain/shared/annotated.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { About } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { ExternalIdShown, MetadataShown } from '../../kernel/fields/annotation-fields.js';
import { Extendable } from '../../kernel/fields/extra-fields.js';
import { DateTime, Flag, Text, Uuid } from '../../kernel/fields/fields.js';
import { NestedList, TextList, UpdatedAt, UuidList } from '../../kernel/fields/view.js';
import { JobView } from '../jobs/job.view.js';
import { TaskView } from '../tasks/task.view.js';
import { VehicleView } from '../vehicles/vehicle.view.js';
import { customerRecord, MOST_NESTED, type CustomerDetail, type ListedCustomer } from './customers.js';

/** The fields that every view of a customer has. */
@Extendable(customerRecord, 'view')
abstract class CustomerFields {
  @Uuid() id!: string;
  @Text({ fromOutside: true, description: 'Display name, or `—` if the record has none.', example: 'Dana Whitfield' })
  name!: string;
  @Text({ nullable: true, fromOutside: true, description: 'In lower case.', example: 'dana@example.com' }) email!: string | null;
  @Text({ nullable: true, description: 'E.164.', example: '+16135550142' }) phone!: string | null;
  @Text({ nullable: true, fromOutside: true, example: 'Ottawa' }) city!: string | null;
  @Text({ nullable: true, fromOutside: true, description: 'Province or state.', example: 'ON' }) region!: string | null;
  @Text({ nullable: true, fromOutside: true, example: 'K1P 1J1' }) postal_code!: string | null;
  @TextList({ description: 'Empty if there are none.' }) tags!: readonly string[];
  @Flag() is_vip!: boolean;
  @DateTime() created_at!: string;
  @UpdatedAt() updated_at?: string | undefined;
  @ExternalIdShown() external_id!: string | null;
  @MetadataShown() metadata!: Metadata;
}

export class CustomerView extends CustomerFields {
  static of(customer: Customer): CustomerView {
    return fieldsOfCustomer(customer);
  }
}

function fieldsOfCustomer(customer: Customer) {
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
    updated_at: customer.updatedAt,
    external_id: customer.externalId,
    metadata: customer.metadata,
    ...customer.extra,
  };
}

export class ListedCustomerView extends CustomerFields {
  @Flag({ description: 'True if the customer sent STOP or staff blocked texts. Sending is refused then.' })
  texting_blocked!: boolean;
  @Flag({ description: 'Governs campaigns, not replies.' }) marketing_consent!: boolean;

  static of({ customer, optOut }: ListedCustomer, now: Instant): ListedCustomerView {
    return {
      ...fieldsOfCustomer(customer),
      texting_blocked: optOut?.liftedAt === null,
      marketing_consent: hasMarketingConsent(customer, optOut, now),
    };
  }
}

export class CustomerDetailView extends CustomerFields {
  @NestedList(VehicleView, { description: `Newest first, at most ${MOST_NESTED}.` }) vehicles!: readonly VehicleView[];
  @NestedList(JobView, {
    description: `Jobs that are neither completed nor canceled, also imported ones. Newest first, at most ${MOST_NESTED}.`,
  })
  open_jobs!: readonly JobView[];
  @NestedList(TaskView, { description: `Soonest due first, at most ${MOST_NESTED}.` }) open_tasks!: readonly TaskView[];
  @Uuid({ nullable: true, description: 'The most recently active thread.' }) conversation!: string | null;
  @Flag({ description: 'True if the customer sent STOP or staff blocked texts. Sending is refused then.' })
  texting_blocked!: boolean;
  @Flag({ explained: true, description: 'Governs campaigns, not replies.' })
  marketing_consent!: boolean;

  static of({ customer, vehicles, openJobs, openTasks, conversation, optOut }: CustomerDetail, now: Instant): CustomerDetailView {
    return {
      ...fieldsOfCustomer(customer),
      vehicles: vehicles.map((vehicle) => VehicleView.of(vehicle)),
      open_jobs: openJobs.map((job) => JobView.of(job)),
      open_tasks: openTasks.map((task) => TaskView.of(task, now)),
      conversation,
      texting_blocked: optOut?.liftedAt === null,
      marketing_consent: hasMarketingConsent(customer, optOut, now),
    };
  }
}

const aboutCustomer: About = ({ id, phone, email }) => [
  ['customer', id],
  ['number', phone],
  ['email', email],
];

export const customerEvents = eventKinds(CustomerView, aboutCustomer, {
  'customer.created': { says: 'A customer was created.' },
  'customer.updated': { says: 'A customer changed.' },
});

class ErasedCustomerView {
  @Uuid() id!: string;
  @UuidList({ description: 'The threads that were emptied.' }) threads!: readonly string[];
  @UuidList({ description: 'The leads that were emptied.' }) leads!: readonly string[];

  static of({ id, threads, leads }: ErasedCustomer): ErasedCustomerView {
    return { id, threads, leads };
  }
}

const aboutErased: About = ({ id }) => [['customer', id]];

export const erasedCustomerEvents = eventKinds(ErasedCustomerView, aboutErased, {
  'customer.erased': {
    says: 'An operator erased a person: copies of the customer, its threads, their messages and these leads must be emptied, too.',
    withoutPrevious: true,
    causedBy: 'customers.erase',
  },
});
