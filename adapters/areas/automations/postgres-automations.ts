import type { ClientBase } from 'pg';
import { AutomationRuns, Automations } from '../../../application/areas/automations/automations.js';
import { unannounced } from '../../../application/kernel/events/announcer.js';
import type { EventFields } from '../../../application/kernel/events/contacts.js';
import type { EventCatalogue } from '../../../application/kernel/events/event-catalogue.js';
import type { StoredEvent } from '../../../application/kernel/events/work.js';
import type { OffsetSlice } from '../../../application/kernel/operation/page.js';
import type { Clock, Ids } from '../../../application/kernel/ports/ports.js';
import { keptUntil, type AutomationRun, type RunStep } from '../../../domain/automations/automation-run.js';
import { JOB_COMPLETED, WITHDRAWING_KINDS, type Automation } from '../../../domain/automations/automation.js';
import type { AutomationId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Database } from '../../storage/database.js';
import { OffsetPages, type PageSelects } from '../../storage/lists/offset-pages.js';
import { EventFollower } from '../../storage/outbox/event-follower.js';
import { RecordStore } from '../../storage/records/record-store.js';
import { statement } from '../../storage/statement.js';
import { nested, nestedRows } from '../../storage/tables/table.js';
import { AUTOMATION_KIND, automationStepTable } from './automation.entity.js';

const LIVING = 'from automations t where t.shop_id = $1 and t.deleted_at is null';
/** A shop has few rules, so they are counted directly. */
const COUNT = `select count(*) as n ${LIVING}`;
const PAGE: PageSelects = { total: COUNT, ids: `select t.id ${LIVING} order by t.created_at desc, t.id desc limit $2 offset $3` };

/** Additions to one shop wait for each other, so that they count right. The lock does not hinder rows that refer to the shop. */
const ONE_AT_A_TIME = statement('automations.one_at_a_time', 'select id from shops where id = $1 for no key update');
const TOTAL = statement('automations.total', COUNT);
const REMOVE = statement(
  'automations.remove',
  `update automations t set deleted_at = coalesce(t.deleted_at, $3), version = t.version + 1
  where t.shop_id = $1 and t.id = $2 returning ${AUTOMATION_KIND.select}`,
);

export class PostgresAutomations extends Automations {
  private readonly store: RecordStore<Automation>;
  private readonly pages: OffsetPages<Automation>;

  constructor(private readonly database: Database) {
    super();
    this.store = new RecordStore(database, AUTOMATION_KIND);
    this.pages = new OffsetPages(database, AUTOMATION_KIND, 'automations.list');
  }

  override list(shop: ShopId, limit: number, offset: number): Promise<OffsetSlice<Automation>> {
    return this.pages.list(shop, limit, offset, () => PAGE);
  }

  override find(shop: ShopId, id: AutomationId): Promise<Automation | null> {
    return this.store.find(shop, id);
  }

  override add(shop: ShopId, automation: Automation, most: number): Promise<boolean> {
    return this.database.transaction(async () => {
      await this.database.write(ONE_AT_A_TIME, [shop]);
      const [count] = await this.database.read<{ readonly n: number }>(TOTAL, [shop]);
      if ((count?.n ?? 0) >= most) return false;
      await this.store.add(shop, unannounced(automation, true));
      return true;
    });
  }

  override change(shop: ShopId, id: AutomationId, change: (automation: Automation) => Automation): Promise<Automation | null> {
    return this.store.change(shop, id, (before) => {
      const next = change(before);
      return unannounced(next, next !== before);
    });
  }

  override async remove(shop: ShopId, id: AutomationId, now: Instant): Promise<Automation | null> {
    const [removed] = await this.database.write<Automation>(REMOVE, [shop, id, now]);
    return removed ?? null;
  }
}

/** The steps of the run `t`. `$1` is the shop. */
const STEPS =
  nested(`select s.id, s.step ->> 'step' as "step", s.status, s.reason, s.runs_at as "runsAt", s.ended_at as "endedAt",
    case when s.record_id is not null then json_build_object('kind', s.record_kind, 'id', s.record_id) end as "record",
    s.withdrawn_by as "withdrawnBy"
  from automation_steps s where s.shop_id = $1 and s.run_id = t.id order by s.place`);
/** A run waits while it has not begun, or while one of its steps waits. */
const STATUS = `case when t.state = 'skipped' then 'skipped' when t.state = 'pending' or exists (
    select from automation_steps s where s.shop_id = $1 and s.run_id = t.id and s.status = 'waiting'
  ) then 'waiting' else 'done' end`;
const SHOWN = {
  select: `t.id, t.automation_id as "automationId", t.event_id as "eventId", t.job_id as "jobId", ${STATUS} as "status",
    t.reason, t.created_at as "createdAt", ${STEPS} as "steps"`,
  from: 'automation_runs t',
};

export class PostgresAutomationRuns extends AutomationRuns {
  private readonly pages: OffsetPages<AutomationRun>;

  constructor(database: Database) {
    super();
    this.pages = new OffsetPages(database, SHOWN, 'automation_runs.list');
  }

  /** The runs of one rule are few enough to be counted: at most a hundred begin in an hour, and the others are kept for a day. */
  override async list(
    shop: ShopId,
    automation: AutomationId,
    limit: number,
    offset: number,
  ): Promise<OffsetSlice<AutomationRun>> {
    const page = await this.pages.list(shop, limit, offset, (parameter) => {
      const ofRule = `from automation_runs t where t.shop_id = $1 and t.automation_id = ${parameter(automation)}`;
      return {
        total: `select count(*) as n ${ofRule}`,
        ids: `select t.id ${ofRule} order by t.created_at desc, t.id desc limit $2 offset $3`,
      };
    });
    return { ...page, items: page.items.map((run) => ({ ...run, steps: nestedRows<RunStep>(automationStepTable, run.steps) })) };
  }
}

/** The rules that follow events. A rule follows no event that is older than the rule. `$1` shops, `$2` events, `$3` kinds. */
const RULES = `select e.shop_id as shop, e.id as event, a.id as automation
  from unnest($1::uuid[], $2::uuid[], $3::text[]) as e (shop_id, id, type)
    join automations a on a.shop_id = e.shop_id and a.listens_to = e.type and a.enabled and a.deleted_at is null
    join outbox o on o.shop_id = a.shop_id and o.id = e.id
  where a.created_at <= o.created_at
    and (a.trigger ->> 'anchor' is distinct from '${JOB_COMPLETED}' or o.data ->> 'stage' = 'completed')`;
/** `$1` shops, `$2` runs, `$3` automations, `$4` events, `$5` now, `$6` until when a run is kept. */
const START = `insert into automation_runs (shop_id, id, automation_id, event_id, event_type, event_data, event_cause, happened_at,
    since_number, state, depth, due_at, kept_until, created_at, trace)
  select r.shop_id, r.id, r.automation_id, o.id, o.type, o.data, o.cause, o.created_at, o.number, 'pending', 0, $5, $6, $5, o.trace
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) as r (shop_id, id, automation_id, event_id)
    join outbox o on o.shop_id = r.shop_id and o.id = r.event_id
  on conflict do nothing`;

interface Match {
  readonly shop: string;
  readonly event: string;
  readonly automation: string;
}

/** Starts a run for each event that a rule of its shop listens to. The relay of what is due hands the runs to the queue. */
export class PostgresAutomationFollower extends EventFollower {
  constructor(
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async follow(client: ClientBase, events: readonly StoredEvent[]): Promise<void> {
    if (events.length === 0) return;
    const asked = [events.map(({ shop }) => shop), events.map(({ id }) => id), events.map(({ type }) => type)];
    const { rows } = await client.query<Match>(RULES, asked);
    if (rows.length === 0) return;
    const now = this.clock.now();
    await client.query(START, [
      rows.map(({ shop }) => shop),
      rows.map(() => this.ids.next()),
      rows.map(({ automation }) => automation),
      rows.map(({ event }) => event),
      ...[now, keptUntil([], now)],
    ]);
  }
}

const WITHDRAWING: ReadonlySet<string> = new Set(WITHDRAWING_KINDS);

/** The events whose shop has a step that waits for none of their kind to come. `$1` shops, `$2` events. */
const WATCHED = `select o.shop_id as shop, o.id, o.type, o.data, o.created_at as at
  from unnest($1::uuid[], $2::uuid[]) as e (shop_id, id) join outbox o on o.shop_id = e.shop_id and o.id = e.id
  where exists (select from automation_watches w where w.shop_id = o.shop_id and w.kind = o.type)`;
/**
 * Withdraws the steps that wait for nothing to happen with a contact. A step's unit of work holds the row only between its last
 * statement and its commit, so this waits for a moment at most. `$1` shop, `$2` a JSON list.
 */
const WITHDRAW = `with withdrawing as (
    select s.id, w.event, w.at
    from jsonb_to_recordset($2::jsonb) as w (contact text, kind text, event uuid, at timestamptz)
      join automation_watches x on x.shop_id = $1 and x.contact = w.contact and x.kind = w.kind
      join automation_steps s on s.shop_id = $1 and s.id = x.step_id and s.status = 'waiting'
    order by s.id for update of s
  ), withdrawn as (
    update automation_steps t set status = 'withdrawn', withdrawn_by = w.event, ended_at = w.at, due_at = null
    from withdrawing w where t.shop_id = $1 and t.id = w.id returning t.id
  )
  delete from automation_watches x using withdrawn w where x.shop_id = $1 and x.step_id = w.id`;

interface Watched {
  readonly shop: string;
  readonly id: string;
  readonly type: string;
  readonly data: EventFields;
  readonly at: string;
}

/** Withdraws waiting steps of automations after events about their contacts. */
export class PostgresWithdrawalFollower extends EventFollower {
  constructor(private readonly catalogue: EventCatalogue) {
    super();
  }

  override async follow(client: ClientBase, events: readonly StoredEvent[]): Promise<void> {
    const withdrawing = events.filter(({ type }) => WITHDRAWING.has(type));
    if (withdrawing.length === 0) return;
    const keys = [withdrawing.map(({ shop }) => shop), withdrawing.map(({ id }) => id)];
    const { rows } = await client.query<Watched>(WATCHED, keys);
    for (const { shop, id: event, type: kind, data, at } of rows) {
      const contacts = this.catalogue.contactsOf(kind, data).map((contact) => ({ contact, kind, event, at }));
      await client.query(WITHDRAW, [shop, JSON.stringify(contacts)]);
    }
  }
}
