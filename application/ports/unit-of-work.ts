export abstract class UnitOfWork {
  /**
   * Stores all writes of `work` together when it ends, or none of them when it throws.
   * No database connection is held before the first write.
   */
  abstract run<T>(work: () => Promise<T>): Promise<T>;
}
