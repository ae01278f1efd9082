import { IdempotencyKeys } from '../../../application/kernel/ports/idempotency-keys.js';
import { Ids } from '../../../application/kernel/ports/ports.js';
import { provide } from '../../../application/kernel/provide.js';
import { DAY_MS } from '../../../domain/shared/instant.js';
import { Database } from '../database.js';
import { storage } from '../storage.js';
import { idempotencyKeyErasure, idempotencyKeyTable } from './idempotency-key.entity.js';
import { PostgresIdempotencyKeys } from './postgres-idempotency-keys.js';

export const idempotencyStorage = storage({
  tables: [idempotencyKeyTable],
  kept: [{ table: idempotencyKeyTable, since: 'begunAt', keptMs: DAY_MS }],
  erases: [idempotencyKeyErasure],
  provides: [provide(IdempotencyKeys, PostgresIdempotencyKeys, [Database, Ids])],
});
