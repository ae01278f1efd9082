import { hasMarketingConsent } from '../../../domain/customers/marketing-consent.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { Flag, Uuid } from '../../kernel/fields/fields.js';
import { NestedList } from '../../kernel/fields/view.js';
import { JobView } from '../jobs/job.view.js';
import { TaskView } from '../tasks/task.view.js';
import { VehicleView } from '../vehicles/vehicle.view.js';
import { CustomerFields, fieldsOfCustomer } from './customer.view.js';
import { MOST_NESTED, type CustomerDetail } from './customers.js';

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
  @Flag({ explained: true, description: 'Says if campaigns may be sent. Replies do not depend on it.' })
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
