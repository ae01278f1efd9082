import { IdempotencyKeys } from '../../../application/kernel/ports/idempotency-keys.js';
import { Ids } from '../../../application/kernel/ports/ports.js';
import { provide } from '../../../application/kernel/provide.js';
import { Database } from '../database.js';
import { DAY_MS } from '../retention/kept-rows.js';
import { storage } from '../storage.js';
import { idempotencyKeyErasure } from './idempotency-key.erasure.js';
import { idempotencyKeyTable } from './idempotency-key.table.js';
import { PostgresIdempotencyKeys } from './postgres-idempotency-keys.js';

export const idempotencyStorage = storage({
  tables: [idempotencyKeyTable],
  kept: [{ table: idempotencyKeyTable, since: 'begunAt', keptMs: DAY_MS }],
  erases: [idempotencyKeyErasure],
  provides: [provide(IdempotencyKeys, PostgresIdempotencyKeys, [Database, Ids])],
});
