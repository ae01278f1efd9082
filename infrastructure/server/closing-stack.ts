/** A stack of functions that close something. The one that was pushed last runs first. */
export class ClosingStack {
  private readonly undos: (() => Promise<void>)[] = [];

  push(undo: () => Promise<void>): void {
    this.undos.push(undo);
  }

  /**
   * Runs every function of the stack, even after one has failed.
   * @throws the first failure
   */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const undo of this.undos.splice(0).reverse()) {
      await undo().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }
}
