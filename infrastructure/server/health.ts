import type { DataSource } from 'typeorm';
import type { Database } from '../../adapters/storage/database.js';
import { within } from '../../adapters/time-limit.js';
import type { Log } from '../../application/kernel/ports/ports.js';
import { Unavailable } from '../../domain/shared/errors.js';
import { migrationStates } from '../database/migrations.js';
import { inOneLine } from './process-life.js';

/**
 * The answer of the health check. Everybody can read it without a key, so it contains only these words. The message of a database
 * driver would name hosts, users and databases.
 */
export interface HealthReport {
  readonly status: 'ok' | 'unavailable' | 'stopping';
  readonly checks: {
    readonly database: 'ok' | 'unavailable';
    readonly migrations: 'ok' | 'pending' | 'unknown';
    /** `own memory`: Redis is away, and this instance goes on alone. Absent if no Redis is configured */
    readonly limits?: 'ok' | 'own memory';
  };
}

const LONGEST_MS = 2000;

/** Checks whether the service can serve requests: the database answers and accepts writes, and its tables match this build. */
export class Health {
  /** the failure of the last check; null: the check passed, or there was none yet */
  private trouble: string | null = null;
  private leaving = false;
  private checking: Promise<HealthReport> | null = null;
  /** true: all migrations were there once; nothing takes them away while the service runs */
  private isMigrated = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly database: Database,
    private readonly log: Log,
    /** the limits that instances share; null: each has its own */
    private readonly limits: { readonly trouble: string | null } | null = null,
  ) {}

  /** Reports `stopping` from now on, so that a load balancer sends its requests to other instances. */
  leave(): void {
    this.leaving = true;
  }

  /** Checks the database and returns the result. Calls at the same time share one check. */
  async report(): Promise<HealthReport> {
    this.checking ??= this.check().finally(() => (this.checking = null));
    const { status, checks } = await this.checking;
    return {
      status: this.leaving ? 'stopping' : status,
      checks: { ...checks, ...(this.limits && limitsOf(this.limits)) },
    };
  }

  private async check(): Promise<HealthReport> {
    let database: HealthReport['checks']['database'] = 'unavailable';
    try {
      await inTime(this.database.requireWritable());
      database = 'ok';
      this.isMigrated ||= (await inTime(migrationStates(this.dataSource))).every(({ applied }) => applied);
      this.note(this.isMigrated ? null : 'migrations are pending: run shop-ops migrate up');
      return this.isMigrated
        ? { status: 'ok', checks: { database, migrations: 'ok' } }
        : { status: 'unavailable', checks: { database, migrations: 'pending' } };
    } catch (error) {
      this.note(inOneLine(error instanceof Unavailable ? error.cause : error));
      return { status: 'unavailable', checks: { database, migrations: 'unknown' } };
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

function limitsOf({ trouble }: { readonly trouble: string | null }): Pick<HealthReport['checks'], 'limits'> {
  return { limits: trouble === null ? 'ok' : 'own memory' };
}

function inTime<T>(answer: Promise<T>): Promise<T> {
  return within(LONGEST_MS, answer, () => {
    throw new Error(`the database did not answer within ${LONGEST_MS} ms`);
  });
}
