import type { DataSource } from 'typeorm';
import type { Database } from '../../adapters/storage/database.js';
import { within } from '../../adapters/time-limit.js';
import type { Outgoing } from '../../application/areas/outgoing/outgoing.js';
import type { Log } from '../../application/kernel/ports/ports.js';
import { heldBy } from '../../domain/outgoing/pause.js';
import { Unavailable } from '../../domain/shared/errors.js';
import { migrationStates } from '../database/migrations.js';
import { lookAtDatabase, type DatabaseLook } from '../database/rights.js';
import type { ClockWatch } from './clock-watch.js';
import type { DiskWatch } from './disk-watch.js';
import { inOneLine } from './process-life.js';

/**
 * The answer of the health check. Everybody can read it without a key, so it contains only these words. The message of a database
 * driver would name hosts, users and databases. Only the first three checks make the service unready.
 */
export interface HealthReport {
  readonly status: 'ok' | 'unavailable' | 'stopping';
  readonly checks: {
    readonly database: 'ok' | 'unavailable';
    readonly migrations: 'ok' | 'pending' | 'unknown';
    /** whether work can be queued */
    readonly queue: 'ok' | 'unavailable' | 'unknown';
    readonly clock: ClockWatch['state'];
    /** `ok`, or the ways of all shops in which nothing leaves, each with the reason: `texts account_refused, emails paused` */
    readonly outgoing: string;
    readonly disk: DiskWatch['state'];
    /** `none`: no worker of any instance lives, so nothing is sent */
    readonly workers: 'ok' | 'none' | 'unknown';
    /** `own memory`: Redis is away, and this instance goes on alone. Absent if no Redis is configured */
    readonly limits?: 'ok' | 'own memory';
    /** how old the newest backup is. Absent if none are made by themselves */
    readonly backup?: string;
  };
}

/** What the check also looks at. */
export interface HealthOptions {
  /** the names of the service's tables */
  readonly tables: readonly string[];
  readonly clock: Pick<ClockWatch, 'state'>;
  readonly disk: Pick<DiskWatch, 'state'>;
  readonly outgoing: Pick<Outgoing, 'open'>;
  /** the limits that instances share; null: each has its own */
  readonly limits: { readonly trouble: string | null } | null;
  /** tells how old the newest backup is; null: none are made by themselves */
  readonly backup: (() => string) | null;
}

type DatabaseChecks = Pick<HealthReport['checks'], 'database' | 'migrations' | 'queue' | 'workers'>;

const LONGEST_MS = 2000;

/** Checks whether the service can serve requests: the database answers and accepts writes, and its tables match this build. */
export class Health {
  /** the failure of the last check; null: the check passed, or there was none yet */
  private trouble: string | null = null;
  private leaving = false;
  private checking: Promise<DatabaseChecks> | null = null;
  /** true: all migrations were there once; nothing takes them away while the service runs */
  private isMigrated = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly database: Database,
    private readonly log: Log,
    private readonly options: HealthOptions,
  ) {}

  /** Reports `stopping` from now on, so that a load balancer sends its requests to other instances. */
  leave(): void {
    this.leaving = true;
  }

  /** Checks the database and returns the result. Calls at the same time share one check. */
  async report(): Promise<HealthReport> {
    this.checking ??= this.check().finally(() => (this.checking = null));
    const checked = await this.checking;
    const { clock, disk, outgoing, limits, backup } = this.options;
    const { database, migrations, queue, workers } = checked;
    const isReady = [database, migrations, queue].every((state) => state === 'ok');
    const checks = {
      ...{ database, migrations, queue, clock: clock.state, outgoing: await wordsOf(outgoing), disk: disk.state, workers },
      ...(limits && limitsOf(limits)),
      ...(backup && { backup: backup() }),
    };
    return { status: this.leaving ? 'stopping' : isReady ? 'ok' : 'unavailable', checks };
  }

  private async check(): Promise<DatabaseChecks> {
    let database: DatabaseChecks['database'] = 'unavailable';
    try {
      await inTime(this.database.requireWritable());
      database = 'ok';
      this.isMigrated ||= (await inTime(migrationStates(this.dataSource))).every(({ applied }) => applied);
      if (!this.isMigrated) {
        this.note('migrations are pending: run shop-ops migrate up');
        return { database, migrations: 'pending', queue: 'unknown', workers: 'unknown' };
      }
      const around = await inTime(lookAtDatabase(this.database, this.options.tables));
      this.note(troubleIn(around));
      return {
        database: around.lost.length === 0 ? 'ok' : 'unavailable',
        migrations: 'ok',
        queue: around.queue ? 'ok' : 'unavailable',
        workers: around.workers ? 'ok' : 'none',
      };
    } catch (error) {
      this.note(inOneLine(error instanceof Unavailable ? error.cause : error));
      return { database, migrations: 'unknown', queue: 'unknown', workers: 'unknown' };
    }
  }

  /** Logs only changes of the state, because a load balancer asks all the time. */
  private note(trouble: string | null): void {
    if (trouble === this.trouble) return;
    this.trouble = trouble;
    if (trouble === null) this.log.info('ready again');
    else this.log.warn('not ready', { reason: trouble });
  }
}

function troubleIn({ lost, queue }: DatabaseLook): string | null {
  if (lost.length > 0) return `the service’s role may not read and write these tables: ${lost.join(', ')}`;
  return queue ? null : 'the service’s role may not add work to the queue, the tables of the schema graphile_worker';
}

async function wordsOf(outgoing: Pick<Outgoing, 'open'>): Promise<string> {
  try {
    const pauses = (await inTime(outgoing.open())).filter(({ shop }) => shop === null);
    const words = pauses.map((pause) => `${pause.way} ${heldBy(pause) ?? ''}`);
    return words.length === 0 ? 'ok' : words.join(', ');
  } catch {
    return 'unknown'; // the check of the database says why
  }
}

function limitsOf({ trouble }: { readonly trouble: string | null }): Pick<HealthReport['checks'], 'limits'> {
  return { limits: trouble === null ? 'ok' : 'own memory' };
}

function inTime<T>(answer: Promise<T>): Promise<T> {
  return within(LONGEST_MS, answer, () => {
    throw new Error(`the database did not answer within ${LONGEST_MS} ms`);
  });
}
