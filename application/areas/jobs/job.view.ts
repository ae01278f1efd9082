import { JOB_STAGES, type Job } from '../../../domain/jobs/job.js';
import type { Metadata } from '../../../domain/shared/annotated.js';
import { defined } from '../../../domain/shared/defined.js';
import { labelOf } from '../../../domain/vehicles/vehicle.js';
import { ActorView } from '../../kernel/events/cause.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { ExternalIdShown, MetadataShown } from '../../kernel/fields/annotation-fields.js';
import { DateTime, Int, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { Included, Nested, UpdatedAt } from '../../kernel/fields/view.js';
import { BriefCustomerView } from '../customers/brief-customer.view.js';
import type { WithCustomer } from '../customers/include-customers.js';
import type { NamedJob } from './jobs.js';

export class JobView {
  @Uuid() id!: string;
  @Int({ description: 'Shop-visible number.', example: 1042 }) number!: number;
  @Text({ nullable: true, example: 'Full paint correction' }) title!: string | null;
  @Uuid() customer_id!: string;
  @Uuid({ nullable: true }) vehicle_id!: string | null;
  @OneOf(JOB_STAGES, { example: 'in_progress' }) stage!: string;
  @Uuid({ nullable: true, explained: true, description: 'The `id` of a staff row, not its `user_id`.' }) assignee_id!:
    string | null;
  @DateTime({ nullable: true, description: 'Null while unscheduled.' }) scheduled_start!: string | null;
  @DateTime({ nullable: true }) scheduled_end!: string | null;
  @DateTime({
    nullable: true,
    description: 'The first time that the job was `in_progress` or beyond. Kept when the job moves back.',
  })
  actual_start!: string | null;
  @DateTime({ nullable: true, description: 'The last time that the job entered `completed`. Null in any other stage.' })
  actual_end!: string | null;
  @Text({ nullable: true, fromOutside: true, description: 'The address of a mobile job.', example: '214 Bank St, Ottawa' })
  location_address!: string | null;
  @DateTime() created_at!: string;
  @UpdatedAt() updated_at?: string | undefined;
  @ExternalIdShown() external_id!: string | null;
  @MetadataShown() metadata!: Metadata;

  static of(job: Job): JobView {
    return {
      id: job.id,
      number: job.number,
      title: job.title,
      customer_id: job.customerId,
      vehicle_id: job.vehicleId,
      stage: job.stage,
      assignee_id: job.assigneeId,
      scheduled_start: job.scheduledStart,
      scheduled_end: job.scheduledEnd,
      actual_start: job.actualStart,
      actual_end: job.actualEnd,
      location_address: job.locationAddress,
      created_at: job.createdAt,
      updated_at: job.updatedAt,
      external_id: job.externalId,
      metadata: job.metadata,
    };
  }
}

export class ListedJobView extends JobView {
  @Included(BriefCustomerView, { description: 'The customer.' }) customer?: BriefCustomerView | null;

  static override of(job: Job & WithCustomer): ListedJobView {
    return Object.assign(JobView.of(job), defined({ customer: job.customer && BriefCustomerView.of(job.customer) }));
  }
}

export class NamedJobView extends JobView {
  @Text({ nullable: true, description: 'The name of the assignee. Null if nobody is assigned.', example: 'Keisha Grant' })
  assignee_name!: string | null;
  @Text({ nullable: true, fromOutside: true, description: 'Null if the customer has no name.', example: 'Dana Whitfield' })
  customer_name!: string | null;
  @Text({ nullable: true, fromOutside: true, description: 'Year, make, model and trim.', example: '2003 HONDA Accord EX-V6' })
  vehicle_label!: string | null;

  static override of(job: NamedJob): NamedJobView {
    return Object.assign(JobView.of(job), {
      assignee_name: job.assigneeName,
      customer_name: job.customerName,
      vehicle_label: job.vehicle && labelOf(job.vehicle),
    });
  }
}

class StageChange {
  @OneOf(JOB_STAGES, { description: 'The stage before the move.', example: 'scheduled' }) from!: string;
  @OneOf(JOB_STAGES, { description: 'The stage after the move.', example: 'in_progress' }) to!: string;
  @Nested(ActorView) by!: ActorView;
}

export const jobEvents = eventKinds(JobView, ({ customer_id: customer }) => [['customer', customer]], {
  'job.created': { says: 'An import that announces its records brought a new job.', causedBy: 'jobs.import' },
  'job.updated': { says: 'A job changed, but not by a move to another stage.', causedBy: 'jobs.move' },
  'job.stage_changed': { says: 'A job moved to another stage.', details: StageChange },
});
