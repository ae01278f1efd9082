import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { DatabaseConnections } from '../../adapters/postgres/pool.js';
import type { Storage } from '../../adapters/storage/storage.js';
import type { Visitor } from '../database/database.js';
import type { Extension } from '../extensions/extension.js';
import type { Use } from '../modules/use.js';
import { inOneLine } from '../server/process-life.js';
import type { Config } from '../settings/config.js';
import { Failed } from './outcome.js';

export interface SessionOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly extensions: readonly Extension[];
  /** who runs the command; known when its options are read */
  readonly operator: () => string;
  readonly as: Visitor;
}

/** An open database, with the use cases that work on it. */
export interface OpenSession {
  readonly config: Config;
  readonly embedded: boolean;
  readonly dataSource: DataSource;
  readonly connections: DatabaseConnections;
  readonly use: Use;
  /** of the service and its extensions */
  readonly storages: readonly Storage[];
  close(): Promise<void>;
}

/** The session of a command, which a signal can stop. An import or an export then ends as soon as no work is half done. */
export interface Session extends OpenSession {
  readonly stopping: AbortSignal;
}

/** The error of a command that a signal ended. */
export class Stopped extends Error {
  constructor(
    readonly exitCode: number,
    cause?: unknown,
  ) {
    super(cause === undefined ? 'stopped' : inOneLine(cause), { cause });
  }
}

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;
/** The milliseconds that a command has to end its work after the first signal. */
const GRACE_MS = 5000;

export class Sessions {
  constructor(private readonly options: SessionOptions) {}

  /** For a command that makes no database: where there is none, it fails. */
  ofReader(): Sessions {
    return new Sessions({ ...this.options, as: 'reader' });
  }

  /**
   * Opens the database for one command. The tables may be missing or out of date. The first SIGINT and the first SIGTERM stop the
   * command. The second signal of a kind ends the process at once.
   */
  async withDatabase<T>(work: (session: Session) => Promise<T>): Promise<T> {
    // Imported on demand, so that help and usage errors do not wait until the database libraries are loaded.
    const { openSession } = await import('./open-session.js');
    const session = await openSession(this.options);
    const stopping = new AbortController();
    const stop = (signal: keyof typeof SIGNALS): void => {
      stopping.abort(new Stopped(SIGNALS[signal]));
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
    try {
      return await Promise.race([work({ ...session, stopping: stopping.signal }), lateAfter(stopping.signal)]);
    } catch (error) {
      const reason: unknown = stopping.signal.reason;
      if (!(reason instanceof Stopped)) throw error;
      // A `Failed` command has already written to stdout. Its error stays a `Failed`, so that it is not printed there as a
      // document.
      throw error instanceof Failed ? new Failed(error.message, reason.exitCode) : new Stopped(reason.exitCode, error);
    } finally {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      // This also stops the embedded database, if no other process uses it.
      await session.close();
    }
  }

  /**
   * Opens the database for one command whose tables must be up to date. The embedded database is migrated here. For an external
   * database the command fails instead, because the operator runs the migrations.
   */
  withTables<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.withDatabase(async (session) => {
      const { migrateUp, migrationStates, requireRestored } = await import('../database/migrations.js');
      const { dataSource, embedded } = session;
      await requireRestored(dataSource);
      if ((await migrationStates(dataSource)).some(({ applied }) => !applied)) {
        if (!embedded) throw new Error('the tables of this database are missing or out of date: run shop-ops migrate up');
        const { withBackupBefore } = await import('../backup/before-migration.js');
        await withBackupBefore(session, () => migrateUp(dataSource, { isAlone: true }));
      }
      return work(session);
    });
  }
}

/** Fails when the work has not ended in time after the signal. */
async function lateAfter(stopping: AbortSignal): Promise<never> {
  await once(stopping, 'abort');
  await sleep(GRACE_MS, undefined, { ref: false });
  throw new Error('stopped');
}
