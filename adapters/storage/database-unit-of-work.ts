import { UnitOfWork } from '../../application/kernel/ports/ports.js';
import { UNIT_LOCKS } from '../advisory-locks.js';
import type { Database } from './database.js';
import { statement } from './statement.js';

const ALONE = statement('unit.alone', `select pg_advisory_xact_lock(${UNIT_LOCKS}, hashtext($1))`);
const ONE_MOMENT = statement('unit.one_moment', 'set transaction isolation level repeatable read');

/** A unit of work is a transaction of the database, which begins with its first write. */
export class DatabaseUnitOfWork extends UnitOfWork {
  constructor(private readonly database: Database) {
    super();
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(work);
  }

  async alone(text: string): Promise<void> {
    await this.database.write(ALONE, [text]);
  }

  /** PostgreSQL refuses a write over what others changed after the snapshot (40001), and then the work runs again. */
  async ofOneMoment(): Promise<void> {
    await this.database.write(ONE_MOMENT, []);
  }
}
