import type { ClientBase } from 'pg';
import type { Clock, Ids } from '../../../application/kernel/ports/ports.js';
import { stagesShownAs } from '../../../domain/appointments/appointment.js';
import { keptUntil } from '../../../domain/automations/automation-run.js';
import { later } from '../../../domain/shared/instant.js';
import type { PeriodicTask } from '../../queue/leader.js';

const BATCH = 500;
/** A run that comes later than this after its time is not started: what it says would be stale. */
const LATEST_MS = 60 * 60_000;
const WAITED = `make_interval(mins => (a.trigger -> 'wait' ->> 'count')::integer * case a.trigger -> 'wait' ->> 'unit'
  when 'minutes' then 1 when 'hours' then 60 else 1440 end)`;
/**
 * The appointments whose time has come for a rule, and that it has not run for. `$1` now, `$2` the time an hour ago, `$3` stages.
 * A rule that is younger than that time does nothing for the appointment. The wait is a length of time, also when clocks change.
 */
const DUE = `select a.shop_id as shop, a.id as automation, j.id as job, j.scheduled_start as starts
  from automations a
    join jobs j on j.shop_id = a.shop_id and j.scheduled_start > greatest($1, $2::timestamptz + ${WAITED})
      and j.scheduled_start <= $1::timestamptz + ${WAITED} and j.stage = any ($3)
  where a.enabled and a.deleted_at is null and a.listens_to is null and a.created_at <= j.scheduled_start - ${WAITED}
    and not exists (select from automation_runs r where r.shop_id = a.shop_id and r.job_id = j.id
      and r.starts_at = j.scheduled_start and r.automation_id = a.id)
  limit ${BATCH}`;
/** Read before the time is, so events that come from that time on have greater numbers, in whatever shop they come. */
const NEWEST_NUMBER = 'select case when is_called then last_value else 0 end as number from event_numbers';
/** `$6` the newest number of an event, `$7` now, `$8` until when a run is kept. */
const START = `insert into automation_runs (shop_id, id, automation_id, job_id, starts_at, happened_at, since_number, state, depth,
    due_at, kept_until, created_at)
  select r.shop_id, r.id, r.automation_id, r.job_id, r.starts_at, $7, $6, 'pending', 0, $7, $8, $7
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[]) as r (shop_id, id, automation_id, job_id, starts_at)
  on conflict do nothing`;

interface Match {
  readonly shop: string;
  readonly automation: string;
  readonly job: string;
  readonly starts: string;
}

/** Starts a run for each appointment that a rule comes before. An appointment that was moved has a time of its own again. */
export class PostgresAppointmentSweep implements PeriodicTask {
  constructor(
    private readonly ids: Ids,
    private readonly clock: Clock,
    readonly everyMs = 5_000,
  ) {}

  async run(client: ClientBase): Promise<boolean> {
    const newest = await client.query<{ number: number | string }>(NEWEST_NUMBER);
    const now = this.clock.now();
    const { rows } = await client.query<Match>(DUE, [now, later(now, -LATEST_MS), stagesShownAs('scheduled')]);
    if (rows.length === 0) return false;
    await client.query(START, [
      rows.map(({ shop }) => shop),
      rows.map(() => this.ids.next()),
      rows.map(({ automation }) => automation),
      rows.map(({ job }) => job),
      rows.map(({ starts }) => starts),
      ...[newest.rows[0]?.number, now, keptUntil([], now)],
    ]);
    return rows.length === BATCH;
  }
}
