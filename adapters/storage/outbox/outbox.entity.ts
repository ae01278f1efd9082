import { emptiedData } from '../../../application/areas/customers/erasures.js';
import type { EventCatalogue } from '../../../application/kernel/events/event-catalogue.js';
import { NOBODY } from '../../../domain/shared/id.js';
import { erasing, type Erasing } from '../erasure/eraser.js';
import { amount, instant, json, orNull, shopKey, table, text, uuidKey } from '../tables/table.js';

/** The default cause, for events of earlier releases. PostgreSQL reports the column's default in this form. */
const UNKNOWN_CAUSE = `'{"key_id": null, "user_id": null, "event_id": null, "operation": null, "request_id": null, "automation_id": null}'`;

export const outboxTable = table<{
  shopId: string;
  id: string;
  type: string;
  data: object;
  cause: object;
  createdAt: string;
  relayedAt: string | null;
  number: string | null;
  trace: string | null;
}>('outbox', {
  shopId: shopKey,
  id: uuidKey(),
  type: text(),
  data: json(),
  cause: { ...json(), default: () => UNKNOWN_CAUSE },
  createdAt: instant('created_at'),
  relayedAt: orNull(instant('relayed_at')),
  number: orNull(amount()),
  trace: orNull(text()),
});

/** The cause of the event `alias` in SQL, also of an event that an earlier release has stored without the operator. */
export function causeSql(alias: string): string {
  return `('{"operator": null}'::jsonb || ${alias}.cause)`;
}

/** So many events are read at once, so that the memory stays small. */
const BATCH = 2000;
const READ = `select t.id, t.type, t.data::text as data from outbox t where t.shop_id = $1 and t.id > $2 order by t.id limit ${BATCH}`;
const STORE = `update outbox t set data = e.data from jsonb_to_recordset($2::jsonb) as e (id uuid, data jsonb)
  where t.shop_id = $1 and t.id = e.id`;

interface Row {
  readonly id: string;
  readonly type: string;
  readonly data: string;
}

function emptied(catalogue: EventCatalogue, { id, type, data }: Row): object {
  return { id, data: emptiedData(catalogue, type, JSON.parse(data) as Readonly<Record<string, unknown>>) }; // safe: data is an object
}

/** Empties the events about the person. Subscribers and readers of the feed find the same events as before, without the texts. */
export const outboxErasure = erasing(outboxTable, async ({ client, person, mentions, events, catalogue }: Erasing) => {
  let after: string = NOBODY;
  for (;;) {
    const { rows } = await client.query<Row>(READ, [person.shop, after]);
    const about = rows.filter(({ data }) => mentions.in(data));
    if (about.length > 0) {
      await client.query(STORE, [person.shop, JSON.stringify(about.map((event) => emptied(catalogue, event)))]);
      events.push(...about.map(({ id }) => id));
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return events.length;
    after = last.id;
  }
});
