import { IdempotencyKeys } from '../../../application/ports/idempotency-keys.js';
import { Ids } from '../../../application/ports/ids.js';
import { provide } from '../../../application/provide.js';
import { Database } from '../connection/database.js';
import { DAY_MS } from '../kept/kept-rows.js';
import { storage } from '../storage.js';
import { idempotencyKeyTable } from './idempotency-key.table.js';
import { PostgresIdempotencyKeys } from './postgres-idempotency-keys.js';
import { idempotencyKeyErasure } from './idempotency-key.erasure.js';

export const idempotencyStorage = storage({
  tables: [idempotencyKeyTable],
  kept: [{ table: idempotencyKeyTable, since: 'begunAt', keptMs: DAY_MS }],
  erases: [idempotencyKeyErasure],
  provides: [provide(IdempotencyKeys, PostgresIdempotencyKeys, [Database, Ids])],
});
