export abstract class UnitOfWork {
  /**
   * Everything that `work` writes is stored together when it ends, or not at all when it throws.
   * No connection is held before its first write.
   */
  abstract run<T>(work: () => Promise<T>): Promise<T>;
}
