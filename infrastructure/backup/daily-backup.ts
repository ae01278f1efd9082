import type { BackupPlace } from '../../adapters/files/backup-place.js';
import { ADVISORY_LOCKS } from '../../adapters/advisory-locks.js';
import { opened } from '../../adapters/postgres/pool.js';
import { addJobs } from '../../adapters/queue/jobs.js';
import type { PeriodicTask } from '../../adapters/queue/leader.js';
import type { FileStorage } from '../../application/areas/media/file-storage.js';
import type { Work } from '../../application/kernel/events/work.js';
import type { Clock, Log } from '../../application/kernel/ports/ports.js';
import { later, type Instant } from '../../domain/shared/instant.js';
import { isDue, knownBackups, type BackupWatch } from './backup-watch.js';
import type { Verification } from './verify-backup.js';

export interface DailyBackupOptions {
  readonly place: BackupPlace;
  readonly watch: BackupWatch;
  readonly verification: Omit<Verification, 'originals' | 'now' | 'tell'>;
  readonly files: FileStorage;
  readonly clock: Clock;
  readonly log: Log;
}

/** So many backups are kept. */
const KEPT = 14;
const LOOK_MS = 60_000;
/** The queue tries it again earlier; this is for what the queue has given up. */
const AGAIN_MS = 15 * 60_000;

const silent = (): void => undefined;

/** Makes and verifies the backup of the day. The leader queues it, and any process with background work carries it out. */
export class DailyBackup implements Work {
  readonly name = 'backup.make';
  readonly long = true;
  private nextAt: Instant | null = null;

  constructor(private readonly options: DailyBackupOptions) {}

  /** The task of the leader. */
  get task(): PeriodicTask {
    const { watch, clock, verification } = this.options;
    return {
      everyMs: LOOK_MS,
      run: async (client) => {
        const now = clock.now();
        const { known } = watch;
        if (known === null || !isDue(known, verification.config.backups.atMs, now) || (this.nextAt !== null && now < this.nextAt))
          return false;
        await addJobs(client, [{ work: this.name, payload: {}, key: `${this.name}:all` }]);
        this.nextAt = later(now, AGAIN_MS);
        return false;
      },
    };
  }

  async run(): Promise<boolean> {
    const { place, watch, verification } = this.options;
    const client = await opened(verification.connections.patient);
    try {
      const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
        ...ADVISORY_LOCKS.backup,
      ]);
      const isMissing = isDue(await knownBackups(place), verification.config.backups.atMs, this.options.clock.now());
      if (rows[0]?.taken === true && isMissing) await this.make();
    } finally {
      await client.end();
    }
    await watch.look();
    return true;
  }

  private async make(): Promise<void> {
    const { place, verification, files, clock, log } = this.options;
    // Imported on demand: a start needs none of it.
    const { makeBackup } = await import('./make-backup.js');
    const { verifyBackup } = await import('./verify-backup.js');
    const { removeOld } = await import('./old-backups.js');
    const now = clock.now();
    const { connections, signingKeys } = verification;
    const { name, manifest } = await makeBackup({ connections, files, signingKeys, now, tell: silent }, place);
    const lost = manifest.files?.lost ?? 0;
    log.info('a backup was made', { record: name, count: manifest.tables.reduce((sum, { rows }) => sum + rows, 0) });
    if (lost > 0) log.warn('the storage has lost files that the database names', { count: lost });
    const { repaired } = await verifyBackup({ ...verification, originals: files, now, tell: silent }, place, name);
    if (repaired > 0) log.warn('damaged files in the place of the backups were copied again', { count: repaired });
    await removeOld(place, KEPT, now);
  }
}
