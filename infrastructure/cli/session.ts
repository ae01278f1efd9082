import type { Container } from 'inversify';
import type { DataSource } from 'typeorm';
import type { Config } from '../config.js';

/** The service's database, with the use cases on it. */
export interface Session {
  readonly config: Config;
  readonly embedded: boolean;
  readonly dataSource: DataSource;
  readonly container: Container;
  close(): Promise<void>;
}

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

export class Sessions {
  constructor(private readonly env: NodeJS.ProcessEnv) {}

  /** Opens the database for one command, whatever state its tables are in. */
  async withDatabase<T>(work: (session: Session) => Promise<T>): Promise<T> {
    // On demand: help and wrong usage need not wait for the libraries behind it.
    const { openSession } = await import('./open-session.js');
    const session = await openSession(this.env);
    // A database that was started for this command must not be left behind.
    const leave = (signal: keyof typeof SIGNALS): void => {
      void session.close().finally(() => process.exit(SIGNALS[signal]));
    };
    process.once('SIGINT', leave).once('SIGTERM', leave);
    try {
      return await work(session);
    } finally {
      process.off('SIGINT', leave).off('SIGTERM', leave);
      await session.close();
    }
  }

  /** Opens the database with its tables: the embedded one's are made, a given one's are its operator's. */
  withTables<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.withDatabase(async (session) => {
      const { migrateUp, migrationStates } = await import('../migrations.js');
      const { dataSource, embedded } = session;
      if ((await migrationStates(dataSource)).some(({ applied }) => !applied)) {
        if (!embedded) throw new Error('the tables of this database are missing or out of date: run shop-ops migrate up');
        await migrateUp(dataSource);
      }
      return work(session);
    });
  }
}
