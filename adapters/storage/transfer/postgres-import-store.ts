import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import type { Clock } from '../../../application/kernel/ports/ports.js';
import { ImportRunning, ImportStore, type ImportRun, type ImportSession } from '../../../application/transfer/import-store.js';
import { IMPORT_LOCKS } from '../../advisory-locks.js';
import { refusalOf } from '../../postgres/database-errors.js';
import type { Database } from '../database.js';
import { PostgresImportSession } from './postgres-import-session.js';
import type { StoredKinds } from './stored-kinds.js';

const TAKE = 'select pg_try_advisory_lock($1, hashtext($2)) as taken';
/**
 * An import waits this long for its lock. The server may need that long to notice that the connection of a killed import is gone.
 */
const PREDECESSOR_MS = 5000;
const PAUSE_MS = 100;
const SETTINGS = [
  // A look-up of thousands of keys must not scan the whole table. The planner might choose the scan, because the statistics of a
  // growing table are outdated.
  'set enable_seqscan = off',
  // A temporary table is scanned nevertheless. The planner takes such a scan for so costly that it would compile the statement.
  'set jit = off',
  // Batches differ from one another, so their statements are planned for the current values.
  'set plan_cache_mode = auto',
  // When a crash of the server loses a batch, the progress of the batch is lost with it. Only the end of an import waits for the
  // disk.
  'set synchronous_commit = off',
];
const LOST = 'the rows that were stored stay: run the same import again to continue from there';

export class PostgresImportStore extends ImportStore {
  constructor(
    private readonly database: Database,
    private readonly kinds: StoredKinds,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async run<T>(run: ImportRun, work: (session: ImportSession) => Promise<T>): Promise<T> {
    try {
      return await this.database.onOwnConnection(async (client) => {
        await takeLock(client, run);
        for (const setting of SETTINGS) await client.query(setting);
        const session = new PostgresImportSession(client, run, this.kinds, this.clock);
        await session.prepare();
        return work(session);
      });
    } catch (error) {
      throw refusalOf(error, LOST, LOST);
    }
  }
}

/**
 * Takes the import's lock. It is held until the connection ends.
 * @throws ImportRunning when another import still holds it after PREDECESSOR_MS
 */
async function takeLock(client: ClientBase, { shop, kind }: ImportRun): Promise<void> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    const { rows } = await client.query<{ taken: boolean }>(TAKE, [IMPORT_LOCKS, `${shop} ${kind.record.name}`]);
    if (rows[0]?.taken === true) return;
    if (waited >= PREDECESSOR_MS) throw new ImportRunning();
    await sleep(PAUSE_MS);
  }
}
