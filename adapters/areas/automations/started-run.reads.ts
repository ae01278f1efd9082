import { statement } from '../../storage/statement.js';

const RUN = `r.id, r.automation_id as "automationId", r.event_id as "eventId", r.job_id as "jobId", r.starts_at as "startsAt",
  r.event_type as "eventType", r.event_data as "data", r.event_cause as "cause", r.happened_at as "happenedAt", r.state`;
const STEP = 's.id as "stepId", s.step, s.runs_at as "runsAt"';

export const FIND_RUN = statement(
  'automation_runs.find',
  `select ${RUN} from automation_runs r where r.shop_id = $1 and r.id = $2`,
);

export const FIND_STEP = statement(
  'automation_steps.find',
  `select ${RUN}, ${STEP} from automation_steps s
    join automation_runs r on r.shop_id = s.shop_id and r.id = s.run_id
  where s.shop_id = $1 and s.id = $2 and s.status = 'waiting'`,
);

/** A step that does not wait runs at the time of the event. */
export const STEPS_AT_ONCE = statement(
  'automation_steps.at_once',
  `select ${STEP} from automation_runs r
    join automation_steps s on s.shop_id = r.shop_id and s.run_id = r.id and s.status = 'waiting' and s.runs_at = r.happened_at
  where r.shop_id = $1 and r.id = $2 order by s.place`,
);

/** `$2` automation, `$3` event, `$4` ids of records. */
export const DEPTH_OF_CAUSE = statement(
  'automation_runs.depth_of_cause',
  `select max(found.depth) as depth from (
    select r.depth from automation_runs r where r.shop_id = $1 and r.automation_id = $2 and r.event_id = $3
    union all
    select r.depth from automation_steps s join automation_runs r on r.shop_id = s.shop_id and r.id = s.run_id
    where s.shop_id = $1 and s.record_id = any ($4::uuid[])
  ) found`,
);

/**
 * The events that may withdraw a step of a run and have not done so: those that are not relayed yet, and those that were relayed
 * while the run began. A transaction ends within seconds, and clocks of instances differ by less than a minute. No shop has more
 * events than the limit in this time.
 */
export const EVENTS_NOT_FOLLOWED = statement(
  'automation_runs.events_not_followed',
  `select e.id, e.type, e.data from automation_runs r
    cross join lateral (
      select * from (
        select o.id, o.type, o.data, o.created_at from outbox o
        where o.shop_id = r.shop_id and o.number > r.since_number order by o.number limit 1000
      ) relayed where relayed.created_at <= r.begun_at + interval '1 minute'
      union all
      select o.id, o.type, o.data, o.created_at from outbox o
      where o.shop_id = r.shop_id and o.relayed_at is null and o.created_at >= r.happened_at
    ) e
  where r.shop_id = $1 and r.id = $2 and e.type = any ($3::text[]) and e.id is distinct from r.event_id
    and e.created_at >= r.happened_at`,
);
