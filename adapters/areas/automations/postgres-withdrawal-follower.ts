import type { ClientBase } from 'pg';
import type { EventFields } from '../../../application/kernel/events/contacts.js';
import type { EventCatalogue } from '../../../application/kernel/events/event-catalogue.js';
import type { StoredEvent } from '../../../application/kernel/events/event-work.js';
import { WITHDRAWING_KINDS } from '../../../domain/automations/withdrawing-kinds.js';
import { EventFollower } from '../../storage/outbox/event-follower.js';

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
