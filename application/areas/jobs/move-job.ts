import { followJob } from '../../../domain/appointments/appointment.js';
import { annotateJob, JOB_STAGES, moveJob as decide, type Job, type JobStage } from '../../../domain/jobs/job.js';
import type { MetadataChange } from '../../../domain/shared/annotated.js';
import { NotFound, ValidationError } from '../../../domain/shared/errors.js';
import type { JobId, ShopId } from '../../../domain/shared/id.js';
import { Announcer, together } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import { MetadataField } from '../../kernel/fields/annotation-fields.js';
import { OneOf, PathId } from '../../kernel/fields/fields.js';
import { actorOf, operation, patch, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock } from '../../kernel/ports/ports.js';
import { appointmentEvents } from '../appointments/appointment.view.js';
import { Appointments } from '../appointments/appointments.js';
import { jobEvents, JobView } from './job.view.js';
import { Jobs } from './jobs.js';

class MoveJobInput {
  @PathId({ listedBy: 'jobs.list' }) id!: JobId;
  @OneOf(JOB_STAGES, { optionalOnRest: true, description: 'Any to any other.', example: 'in_progress' }) stage?: JobStage;
  @MetadataField({ change: true }) metadata?: MetadataChange;
}

class MoveJob implements UseCase<MoveJobInput, Job> {
  constructor(
    private readonly jobs: Jobs,
    private readonly appointments: Appointments,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  async execute(caller: Caller, { id, stage, metadata }: MoveJobInput, cause: Cause): Promise<Job> {
    const shop = caller.shop.id;
    if (metadata !== undefined) {
      if (stage !== undefined) throw new ValidationError('metadata', 'cannot be changed together with the stage');
      return found(await this.annotate(shop, id, metadata, cause));
    }
    if (stage === undefined) throw new ValidationError('stage', 'stage is required');
    const appointment = await this.appointments.find(shop, id);
    const job = await this.jobs.change(shop, id, (before) => {
      const now = this.clock.now();
      const moved = this.announcer.announce(jobEvents, before, decide(before, stage, actorOf(caller), now), cause);
      if (!appointment || !moved.changed) return moved;
      const shown = { ...appointment, stage: before.stage };
      return together(moved, this.announcer.announce(appointmentEvents, shown, followJob(shown, moved.next, now), cause));
    });
    return found(job);
  }

  private annotate(shop: ShopId, id: JobId, metadata: MetadataChange, cause: Cause): Promise<Job | null> {
    return this.jobs.change(shop, id, (before) =>
      this.announcer.announce(jobEvents, before, annotateJob(before, metadata, this.clock.now()), cause),
    );
  }
}

function found(job: Job | null): Job {
  if (!job) throw new NotFound('job');
  return job;
}

export const moveJob = operation(MoveJob, {
  name: 'jobs.move',
  summary: 'Move a job to another stage',
  description:
    'Moves a job to a stage: `actual_start` is set once, when it is first `in_progress` or beyond, and `actual_end` while it is ' +
    '`completed`. The customer is not contacted, except by a rule of the shop. A repetition changes nothing and emits no ' +
    'event. Refuses an unknown job.',
  scope: 'full',
  route: patch('/jobs/:id'),
  capability: { permission: 'jobs.manage', budget: 'write' },
  input: MoveJobInput,
  output: one(JobView),
  needs: [Jobs, Appointments, Clock, Announcer],
  errors: ['not_found'],
  repeatable: true,
  destructive: true,
});
