import { UnitOfWork } from '../../../application/ports/unit-of-work.js';
import { provide } from '../../../application/provide.js';
import { Database } from '../connection/database.js';
import { PostgresUnitOfWork } from '../connection/postgres-unit-of-work.js';
import { storage } from '../storage.js';
import { recordCountTable } from '../records/record-count.table.js';
import { EventNumbers1795403000000 } from './1795403000000-event-numbers.js';
import { Causes1764000000000 } from './1764000000000-causes.js';
import { outboxTable } from './outbox.table.js';

export const outboxStorage = storage({
  migrations: [Causes1764000000000, EventNumbers1795403000000],
  tables: [outboxTable, recordCountTable],
  provides: [provide(UnitOfWork, PostgresUnitOfWork, [Database])],
});
