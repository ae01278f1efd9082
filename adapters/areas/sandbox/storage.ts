import { SandboxOutbox } from '../../../application/areas/messages/sandbox-outbox.js';
import { provide } from '../../../application/kernel/provide.js';
import { SandboxOutbox1795379300000 } from '../../migrations/1795379300000-sandbox-outbox.js';
import { DuePlays1795387646000 } from '../../migrations/1795387646000-due-plays.js';
import { Database } from '../../storage/database.js';
import { DAY_MS } from '../../storage/retention/kept-rows.js';
import { storage } from '../../storage/storage.js';
import { PostgresSandboxOutbox } from './postgres-sandbox-outbox.js';
import { sandboxOutboxErasure } from './sandbox-outbox.erasure.js';
import { sandboxOutboxTable } from './sandbox-outbox.table.js';

export const sandboxStorage = storage({
  migrations: [SandboxOutbox1795379300000, DuePlays1795387646000],
  due: [{ work: 'sandbox.play', table: sandboxOutboxTable }],
  tables: [sandboxOutboxTable],
  kept: [{ table: sandboxOutboxTable, since: 'handedOverAt', keptMs: 30 * DAY_MS, where: 't.due_at is null' }],
  erases: [sandboxOutboxErasure],
  provides: [provide(SandboxOutbox, PostgresSandboxOutbox, [Database])],
});
