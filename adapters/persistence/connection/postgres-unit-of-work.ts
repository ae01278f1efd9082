import { UnitOfWork } from '../../../application/ports/unit-of-work.js';
import type { Database } from './database.js';

export class PostgresUnitOfWork extends UnitOfWork {
  constructor(private readonly database: Database) {
    super();
  }

  override run<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(work);
  }
}
