import type { ClientBase } from 'pg';
import type { StoredEvent } from '../../../application/kernel/events/event-work.js';
import type { Clock } from '../../../application/kernel/ports/clock.js';
import type { Ids } from '../../../application/kernel/ports/ids.js';
import { JOB_COMPLETED } from '../../../domain/automations/automation.js';
import { keptUntil } from '../../../domain/automations/begin-run.js';
import { EventFollower } from '../../storage/outbox/event-follower.js';

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
