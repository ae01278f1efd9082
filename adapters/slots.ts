import { FairLine } from './fair-line.js';

/** Lets a bounded number of works go on at once. The others wait in a fair line. */
export class Slots {
  private readonly line = new FairLine<() => void>();

  constructor(private free: number) {}

  /** the number of works that wait */
  get waiting(): number {
    return this.line.length;
  }

  /** Takes a slot if one is free. Null: the caller has one. Otherwise the caller has one when the promise resolves. */
  enter(party = ''): Promise<void> | null {
    if (this.free === 0) {
      return new Promise((resolve) => {
        this.line.push(party, resolve);
      });
    }
    this.free -= 1;
    return null;
  }

  /** Gives a slot back. Each `enter` needs one `leave`. */
  leave(): void {
    const next = this.line.shift();
    if (next) next();
    else this.free += 1;
  }

  async within<Result>(work: () => Promise<Result>, party = ''): Promise<Result> {
    await this.enter(party);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }
}
