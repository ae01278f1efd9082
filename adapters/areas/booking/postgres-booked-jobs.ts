import { BookedJobs } from '../../../application/areas/booking/booked-jobs.js';
import type { BookedJob } from '../../../domain/booking/booking.js';
import { JOB_STAGES, type JobStage } from '../../../domain/jobs/job.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { later, type TimeWindow } from '../../../domain/shared/instant.js';
import type { Database } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';

/**
 * A job lasts at most 31 days on the shop's clocks. In elapsed time this may be a day more, so a job that is still running may
 * have begun 32 days ago.
 */
const LONGEST_MS = 32 * 86_400_000;
const OVER: readonly JobStage[] = ['completed', 'canceled'];
const STAGES = JOB_STAGES.filter((stage) => !OVER.includes(stage)).map((stage) => `'${stage}'`);

/** `$1` shop, `$2` and `$3` the first and the last start that is looked at, `$4` the time until which a job must last at least. */
const LIST = statement(
  'jobs.booked',
  `select t.scheduled_start as "scheduledStart", t.scheduled_end as "scheduledEnd", t.bay as "bay", t.assignee_id as "assigneeId"
  from jobs t
  where t.shop_id = $1 and t.stage in (${STAGES.join(', ')}) and t.scheduled_start >= $2 and t.scheduled_start < $3
    and case when t.scheduled_end > t.scheduled_start then t.scheduled_end else t.scheduled_start + interval '1 hour' end > $4
  order by t.scheduled_start, t.id`,
);

export class PostgresBookedJobs extends BookedJobs {
  constructor(private readonly database: Database) {
    super();
  }

  override list(shop: ShopId, { from, to }: TimeWindow): Promise<BookedJob[]> {
    return this.database.read(LIST, [shop, later(from, -LONGEST_MS), to, from]);
  }
}
