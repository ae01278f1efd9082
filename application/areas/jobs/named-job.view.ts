import { labelOf } from '../../../domain/vehicles/decode.js';
import { Text } from '../../kernel/fields/fields.js';
import { JobView } from './job.view.js';
import type { NamedJob } from './jobs.js';

export class NamedJobView extends JobView {
  @Text({ nullable: true, description: 'The name of the assignee. Null if nobody is assigned.', example: 'Keisha Grant' })
  assignee_name!: string | null;
  @Text({ nullable: true, fromOutside: true, description: 'Null if the customer has no name.', example: 'Dana Whitfield' })
  customer_name!: string | null;
  @Text({ nullable: true, description: 'Year, make, model and trim.', example: '2003 HONDA Accord EX-V6' }) vehicle_label!:
    string | null;

  static override of(job: NamedJob): NamedJobView {
    return Object.assign(JobView.of(job), {
      assignee_name: job.assigneeName,
      customer_name: job.customerName,
      vehicle_label: job.vehicle && labelOf(job.vehicle),
    });
  }
}
