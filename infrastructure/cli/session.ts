import type { DataSource } from 'typeorm';
import type { DatabaseConnections } from '../../adapters/postgres/pool.js';
import type { Storage } from '../../adapters/storage/storage.js';
import type { Extension } from '../extensions/extension.js';
import type { Use } from '../modules/use.js';
import { inOneLine } from '../server/process-life.js';
import type { Config } from '../settings/config.js';
import { Failed } from './outcome.js';

/** An open database, with the use cases that work on it. */
export interface Session {
  readonly config: Config;
  readonly embedded: boolean;
  readonly dataSource: DataSource;
  readonly connections: DatabaseConnections;
  readonly use: Use;
  /** of the service and its extensions */
  readonly storages: readonly Storage[];
  close(): Promise<void>;
}

/**
 * A session of a command that a signal can stop. The signal aborts `stopping`. An import or an export then ends as soon as no
 * work is half done.
 */
export interface StoppableSession extends Session {
  readonly stopping: AbortSignal;
}

/** The error of a command that a signal ended. */
export class Stopped extends Error {
  constructor(
    cause: unknown,
    readonly exitCode: number,
  ) {
    super(inOneLine(cause), { cause });
  }
}

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;
/** The milliseconds that a command has to end its work after the first signal. */
const GRACE_MS = 5000;

/** Listens for the first SIGINT and the first SIGTERM. The second signal of a kind ends the process at once. */
class StopSignals {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  readonly asked = this.stopping.signal;
  /** rejects when the work has not ended within `GRACE_MS` */
  readonly late: Promise<never>;
  exitCode: number | null = null;
  readonly ignore: () => void;

  constructor() {
    let refuse: (error: Error) => void;
    this.late = new Promise((_, reject) => {
      refuse = reject;
    });
    const stop = (signal: keyof typeof SIGNALS): void => {
      this.exitCode = SIGNALS[signal];
      this.stopping.abort(new Error('stopped'));
      this.timer = setTimeout(() => {
        refuse(new Error('stopped'));
      }, GRACE_MS);
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
    this.ignore = () => {
      clearTimeout(this.timer);
      process.off('SIGINT', stop).off('SIGTERM', stop);
    };
  }
}

export class Sessions {
  constructor(
    private readonly env: NodeJS.ProcessEnv,
    private readonly extensions: readonly Extension[],
  ) {}

  /** Opens the database for one command. The tables may be missing or out of date. */
  async withDatabase<T>(work: (session: StoppableSession) => Promise<T>): Promise<T> {
    // Imported on demand, so that help and usage errors do not wait until the database libraries are loaded.
    const { openSession } = await import('./open-session.js');
    const session = await openSession(this.env, this.extensions);
    const signals = new StopSignals();
    try {
      return await Promise.race([work({ ...session, stopping: signals.asked }), signals.late]);
    } catch (error) {
      if (signals.exitCode === null) throw error;
      // A `Failed` command has already written to stdout. Its error stays a `Failed`, so that it is not printed there as a
      // document.
      throw error instanceof Failed ? new Failed(error.message, signals.exitCode) : new Stopped(error, signals.exitCode);
    } finally {
      signals.ignore();
      // This also stops an embedded database that a command started, if no other process uses it.
      await session.close();
    }
  }

  /**
   * Opens the database for one command whose tables must be up to date. The embedded database is migrated here. For an external
   * database the command fails instead, because the operator runs the migrations.
   */
  withTables<T>(work: (session: StoppableSession) => Promise<T>): Promise<T> {
    return this.withDatabase(async (session) => {
      const { migrateUp, migrationStates } = await import('../database/migrations.js');
      const { dataSource, embedded } = session;
      if ((await migrationStates(dataSource)).some(({ applied }) => !applied)) {
        if (!embedded) throw new Error('the tables of this database are missing or out of date: run npx shop-ops migrate up');
        await migrateUp(dataSource);
      }
      return work(session);
    });
  }
}
