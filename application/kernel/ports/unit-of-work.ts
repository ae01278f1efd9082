export abstract class UnitOfWork {
  /**
   * Stores all writes of `work` together when it ends, or none of them when it throws.
   * No database connection is held before the first write. The work may run up to three times, because the database may undo it
   * for another transaction or for a migration: so it must change nothing but the database.
   */
  abstract run<T>(work: () => Promise<T>): Promise<T>;
}
