/** Lets at most a few pieces of work run at once. The others wait in line. */
export class Gate {
  private readonly line: (() => void)[] = [];

  /** @param free the number of pieces that may run at once */
  constructor(private free: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.line.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.line.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
