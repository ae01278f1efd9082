import { erasing, rowsIn } from '../../storage/erasure/eraser.js';
import { outboxTable } from '../../storage/outbox/outbox.table.js';
import { deliveryTable } from './delivery.table.js';

/** `$1` shop, `$2` the events about the person, `$3` texts that name the person, as patterns. */
const EMPTY = `update webhook_deliveries t set response_body = null
  where t.shop_id = $1 and t.response_body is not null and (t.event_id = any($2::uuid[]) or t.response_body like any($3::text[]))`;

/**
 * The answers of subscribers may repeat what they were sent. Those to events that are pruned already are known by the contacts in
 * them. A delivery that still waits reads its event when it is sent.
 */
const erasure = erasing(deliveryTable, async ({ client, person, events }) => {
  const named = [person.customer, ...person.numbers, ...person.emails];
  const patterns = named.map((text) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`);
  return rowsIn(await client.query(EMPTY, [person.shop, events, patterns]));
});

export const deliveryErasure = { ...erasure, after: [outboxTable] };
