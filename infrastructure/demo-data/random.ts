import { createHash } from 'node:crypto';
import { v7 } from 'uuid';

const LETTERS = 'ABCEGHJKLMNPRSTVWXYZ';

/** Pseudorandom numbers of the generator `mulberry32`. The same seed gives the same numbers on every machine. */
export class Random {
  private state: number;
  /** the random part of an id: one buffer for all ids, because it takes long to make one for each */
  private readonly words = new Uint32Array(4);
  private readonly bytes = new Uint8Array(this.words.buffer);

  constructor(seed: string) {
    this.state = createHash('sha256').update(seed).digest().readInt32LE();
  }

  /** A number from 0 (included) to 1 (excluded). */
  fraction(): number {
    return this.uint32() / 2 ** 32;
  }

  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1));
  }

  pick<T>(from: ArrayLike<T>): T {
    const picked = from[this.integer(0, from.length - 1)];
    if (picked === undefined) throw new Error('there is nothing to pick from');
    return picked;
  }

  /** Replaces every `#` of a pattern with a digit and every `@` with a letter. */
  filled(pattern: string): string {
    return pattern.replace(/[#@]/g, (sign) => (sign === '#' ? String(this.integer(0, 9)) : this.pick(LETTERS)));
  }

  /** A UUIDv7 for the given time. */
  id(msecs: number): string {
    for (let index = 0; index < this.words.length; index += 1) this.words[index] = this.uint32();
    return v7({ msecs, random: this.bytes });
  }

  private uint32(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
}
