import { JOB_STAGES } from '../../../domain/jobs/job.js';
import { ActorView } from '../../kernel/events/actor.view.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { OneOf } from '../../kernel/fields/fields.js';
import { Nested } from '../../kernel/fields/view.js';
import { JobView } from './job.view.js';

class StageChange {
  @OneOf(JOB_STAGES, { description: 'The stage before the move.', example: 'scheduled' }) from!: string;
  @OneOf(JOB_STAGES, { description: 'The stage after the move.', example: 'in_progress' }) to!: string;
  @Nested(ActorView) by!: ActorView;
}

export const jobEvents = eventKinds(JobView, ({ customer_id: customer }) => [['customer', customer]], {
  'job.stage_changed': { says: 'A job moved to another stage.', details: StageChange },
});
