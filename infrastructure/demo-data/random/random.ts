import { createHash } from 'node:crypto';

/** Pseudorandom numbers of the generator `sfc32`. The same seed gives the same numbers on every machine. */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(seed: string) {
    const digest = createHash('sha256').update(seed).digest();
    this.a = digest.readInt32LE(0);
    this.b = digest.readInt32LE(4);
    this.c = digest.readInt32LE(8);
  }

  /** an integer from 0 to 2^32 - 1 */
  private uint32(): number {
    const { a, b, c, counter } = this;
    const result = (a + b + counter) | 0;
    this.a = b ^ (b >>> 9);
    this.b = (c + (c << 3)) | 0;
    this.c = (((c << 21) | (c >>> 11)) + result) | 0;
    this.counter = (counter + 1) | 0;
    return result >>> 0;
  }

  /** A number from 0 (included) to 1 (excluded). */
  fraction(): number {
    return this.uint32() / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1));
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.uint32() >>> 24);
  }

  pick<T>(from: ArrayLike<T>): T {
    const picked = from[this.integer(0, from.length - 1)];
    if (picked === undefined) throw new Error('there is nothing to pick from');
    return picked;
  }

  /**
   * Returns one of the values.
   * @param choices values with their weights: a value with twice the weight is chosen twice as often
   */
  weighted<T>(choices: readonly (readonly [T, number])[]): T {
    let rest = this.fraction() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [choice, weight] of choices) {
      rest -= weight;
      if (rest < 0) return choice;
    }
    return this.pick(choices)[0];
  }
}
