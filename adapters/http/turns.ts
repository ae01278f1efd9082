/** Lets a few go on at once. The others stand in line. */
export class Turns {
  private readonly line: (() => void)[] = [];

  constructor(private free: number) {}

  /** Resolves when it is the caller's turn. The caller must `leave` afterwards. */
  async enter(): Promise<void> {
    if (this.free > 0) {
      this.free -= 1;
      return;
    }
    await new Promise<void>((resolve) => this.line.push(resolve));
  }

  leave(): void {
    const next = this.line.shift();
    if (next) next();
    else this.free += 1;
  }
}
