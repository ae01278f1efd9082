import { Outbox } from '../../../application/kernel/events/outbox.js';
import { provide } from '../../../application/kernel/provide.js';
import { DAY_MS } from '../../../domain/shared/instant.js';
import { Causes1764000000000 } from '../../migrations/1764000000000-causes.js';
import { EventNumbers1795403000000 } from '../../migrations/1795403000000-event-numbers.js';
import { EventTraces1795456000000 } from '../../migrations/1795456000000-event-traces.js';
import { Database } from '../database.js';
import { recordCountTable } from '../records/record-kind.js';
import { storage } from '../storage.js';
import { outboxErasure, outboxTable } from './outbox.entity.js';
import { PostgresOutbox } from './postgres-outbox.js';

/** Notes for each shop up to which number its events are gone, so that the feed can say so. In key order, against deadlocks. */
const NOTE_PRUNED = `insert into pruned_events as p (shop_id, number)
  select g.shop_id, max(g.number) from gone g where g.number is not null group by g.shop_id order by g.shop_id
  on conflict (shop_id) do update set number = greatest(p.number, excluded.number)`;

export const outboxStorage = storage({
  migrations: [Causes1764000000000, EventNumbers1795403000000, EventTraces1795456000000],
  tables: [outboxTable, recordCountTable],
  kept: [{ table: outboxTable, since: 'relayedAt', keptMs: 30 * DAY_MS, noting: NOTE_PRUNED }],
  erases: [outboxErasure],
  impersonal: [recordCountTable],
  provides: [provide(Outbox, PostgresOutbox, [Database])],
});
