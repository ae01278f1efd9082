import { JOB_STAGES, type Job } from '../../../domain/jobs/job.js';
import { DateTime, Int, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';

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
  @Text({ nullable: true, description: 'The address of a mobile job.', example: '214 Bank St, Ottawa' }) location_address!:
    string | null;
  @DateTime() created_at!: string;

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
    };
  }
}
