import {
  StartedRuns,
  type BegunSteps,
  type StartedRun,
  type StepEnd,
  type Traces,
  type WaitingStep,
} from '../../../application/areas/automations/started-runs.js';
import { contactsOfRun } from '../../../application/areas/automations/subject.js';
import type { ContactWord } from '../../../application/kernel/events/contacts.js';
import type { EventCatalogue } from '../../../application/kernel/events/event-catalogue.js';
import type { AutomationStepId, SkipReason } from '../../../domain/automations/automation-run.js';
import type { AutomationRunId, EventId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { AUTOMATION_LOCKS } from '../../advisory-locks.js';
import type { Database } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';

const RUN = `r.id, r.automation_id as "automationId", r.event_id as "eventId", r.job_id as "jobId", r.starts_at as "startsAt",
  r.event_type as "eventType", r.event_data as "data", r.event_cause as "cause", r.happened_at as "happenedAt", r.state`;
const STEP = 's.id as "stepId", s.step, s.runs_at as "runsAt"';

const FIND_RUN = statement('automation_runs.find', `select ${RUN} from automation_runs r where r.shop_id = $1 and r.id = $2`);

const FIND_STEP = statement(
  'automation_steps.find',
  `select ${RUN}, ${STEP} from automation_steps s
    join automation_runs r on r.shop_id = s.shop_id and r.id = s.run_id
  where s.shop_id = $1 and s.id = $2 and s.status = 'waiting'`,
);

/** A step that does not wait runs at the time of the event. */
const STEPS_AT_ONCE = statement(
  'automation_steps.at_once',
  `select ${STEP} from automation_runs r
    join automation_steps s on s.shop_id = r.shop_id and s.run_id = r.id and s.status = 'waiting' and s.runs_at = r.happened_at
  where r.shop_id = $1 and r.id = $2 order by s.place`,
);

/** `$2` automation, `$3` event, `$4` ids of records. */
const DEPTH_OF_CAUSE = statement(
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
const EVENTS_NOT_FOLLOWED = statement(
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

const SKIP = statement(
  'automation_runs.skip',
  `update automation_runs r set state = 'skipped', reason = $3, kept_until = $4, event_data = null, event_cause = null
  where r.shop_id = $1 and r.id = $2 and r.state = 'pending'`,
);
const TAKE_TURN = statement('automation_runs.take_turn', 'select pg_advisory_xact_lock($2, hashtext($1))');
const COUNT_BEGUN = statement(
  'automation_runs.count_begun',
  `select count(*) as n from automation_runs r where r.shop_id = $1 and r.automation_id = $2 and r.begun_at > $3`,
);
/** `$3` now, `$4` depth, `$5` kept until, `$6` data, `$7` steps, `$8` watches (JSON lists). A step at once has no due time. */
const BEGIN = statement(
  'automation_runs.begin',
  `with begun as (
    update automation_runs r set state = 'begun', begun_at = $3, depth = $4, kept_until = $5, event_data = $6
    where r.shop_id = $1 and r.id = $2 and r.state = 'pending' returning r.id, r.trace
  ), steps as (
    insert into automation_steps (shop_id, id, run_id, place, step, status, runs_at, due_at, trace)
    select here.shop_id, s.id, begun.id, s.place, s.step, 'waiting', s.runs_at, s.due_at, begun.trace
    from shop_rows here, begun,
      jsonb_to_recordset($7::jsonb) as s (id uuid, place integer, step jsonb, runs_at timestamptz, due_at timestamptz)
    where here.shop_id = $1
  ), watches as (
    insert into automation_watches (shop_id, contact, kind, step_id)
    select here.shop_id, w.contact, w.kind, w.step_id
    from shop_rows here, begun, jsonb_to_recordset($8::jsonb) as w (contact text, kind text, step_id uuid)
    where here.shop_id = $1
  )
  select 1 from begun`,
);
/**
 * A step that another transaction holds is left alone. So a unit of work that ends with this statement waits for nobody while it
 * holds locks on what it has made, and can be in no deadlock with a statement that withdraws the step.
 */
const FREE = `(select s.id from automation_steps s where s.shop_id = $1 and s.id = $2 and s.status = 'waiting' for update skip locked)`;
const END = statement(
  'automation_steps.end',
  `with ended as (
    update automation_steps t set status = $3, reason = $4, record_kind = $5, record_id = $6, withdrawn_by = $7, ended_at = $8,
      due_at = null
    where t.shop_id = $1 and t.id = ${FREE} returning t.id
  ), unwatched as (
    delete from automation_watches w using ended where w.shop_id = $1 and w.step_id = ended.id
  )
  select 1 from ended`,
);
const POSTPONE = statement(
  'automation_steps.postpone',
  `update automation_steps t set runs_at = $3, due_at = $3 where t.shop_id = $1 and t.id = ${FREE} returning 1`,
);
const FORGET_DATA = statement(
  'automation_runs.forget_data',
  `update automation_runs r set event_data = null, event_cause = null
  where r.shop_id = $1 and r.id = $2 and r.event_data is not null and not exists (
    select from automation_steps s where s.shop_id = $1 and s.run_id = $2 and s.status = 'waiting')`,
);

export class PostgresStartedRuns extends StartedRuns {
  constructor(
    private readonly database: Database,
    private readonly events: EventCatalogue,
  ) {
    super();
  }

  override async find(shop: ShopId, id: AutomationRunId): Promise<StartedRun | null> {
    const [run] = await this.database.read<StartedRun>(FIND_RUN, [shop, id]);
    return run ?? null;
  }

  override async skip(shop: ShopId, id: AutomationRunId, reason: SkipReason, keptUntil: Instant): Promise<void> {
    await this.database.write(SKIP, [shop, id, reason, keptUntil]);
  }

  override begin(shop: ShopId, run: StartedRun, begun: BegunSteps): Promise<boolean> {
    const { now, depth, keptUntil, data, limit } = begun;
    return this.database.transaction(async () => {
      await this.database.write(TAKE_TURN, [`${shop} ${run.automationId}`, AUTOMATION_LOCKS]);
      const counted = [shop, run.automationId, limit.since];
      const [count] = await this.database.read<{ readonly n: number }>(COUNT_BEGUN, counted);
      if ((count?.n ?? 0) >= limit.most) return false;
      const rows = [
        JSON.stringify(data),
        JSON.stringify(stepRows(begun)),
        JSON.stringify(watchRows(begun, contactsOfRun(this.events, { ...run, data }))),
      ];
      await this.database.write(BEGIN, [shop, run.id, now, depth, keptUntil, ...rows]);
      return true;
    });
  }

  override async stepsAtOnce(shop: ShopId, id: AutomationRunId): Promise<readonly WaitingStep[]> {
    const rows = await this.database.read<StepRow>(STEPS_AT_ONCE, [shop, id]);
    return rows.map(waitingStep);
  }

  override async findStep(shop: ShopId, id: AutomationStepId): Promise<{ run: StartedRun; step: WaitingStep } | null> {
    const [row] = await this.database.read<StartedRun & StepRow>(FIND_STEP, [shop, id]);
    return row ? { run: row, step: waitingStep(row) } : null;
  }

  override async end(shop: ShopId, id: AutomationStepId, end: StepEnd, now: Instant): Promise<boolean> {
    const reason = end.status === 'not_done' ? end.reason : null;
    const record = end.status === 'done' ? end.record : null;
    const by = end.status === 'withdrawn' ? end.by : null;
    const values = [shop, id, end.status, reason, record?.kind ?? null, record?.id ?? null, by, now];
    return (await this.database.write(END, values)).length > 0;
  }

  override async postpone(shop: ShopId, id: AutomationStepId, until: Instant): Promise<boolean> {
    return (await this.database.write(POSTPONE, [shop, id, until])).length > 0;
  }

  override async forgetData(shop: ShopId, id: AutomationRunId): Promise<void> {
    await this.database.write(FORGET_DATA, [shop, id]);
  }

  override async depthOfCause(shop: ShopId, { automationId, eventId, records }: Traces): Promise<number | null> {
    const [row] = await this.database.read<{ readonly depth: number | null }>(DEPTH_OF_CAUSE, [
      ...[shop, automationId, eventId],
      records,
    ]);
    return row?.depth ?? null;
  }

  override eventsNotFollowed(shop: ShopId, id: AutomationRunId, kinds: readonly string[]): Promise<WithdrawingEvent[]> {
    return this.database.read<WithdrawingEvent>(EVENTS_NOT_FOLLOWED, [shop, id, kinds]);
  }
}

type StepRow = Pick<WaitingStep, 'step' | 'runsAt'> & { readonly stepId: AutomationStepId };

interface WithdrawingEvent {
  readonly id: EventId;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

function waitingStep({ stepId: id, step, runsAt }: StepRow): WaitingStep {
  return { id, step, runsAt };
}

function stepRows({ steps }: BegunSteps): object[] {
  return steps.map(({ id, step, runsAt, waits }, place) => ({ id, place, step, runs_at: runsAt, due_at: waits ? runsAt : null }));
}

function watchRows({ steps }: BegunSteps, contacts: readonly ContactWord[]): object[] {
  return steps.flatMap(({ id, step: { unless } }) =>
    [...new Set(unless)].flatMap((kind) => contacts.map((contact) => ({ contact, kind, step_id: id }))),
  );
}
