import { randomFillSync, randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import { Ids } from '../application/kernel/ports/ports.js';
import type { Id } from '../domain/shared/id.js';

const BYTES = 16;
/**
 * The random bytes for this many ids are drawn at once. Drawing them for each id would cost more than the rest of its
 * creation.
 */
const DRAWN = 256;
const LAST_IN_A_MILLISECOND = 2 ** 32 - 1;
/**
 * The sequence of a millisecond starts in the lower half of its 2^32 numbers, so that at least 2^31 ids fit into a millisecond.
 */
const FIRST_AT_MOST = 2 ** 31;

/**
 * UUIDv7 (RFC 9562). The ids of one process increase, so that a table's newest rows are next to each other in the index of its
 * primary key.
 */
export class UuidV7Ids extends Ids {
  private readonly bytes = new Uint8Array(BYTES * DRAWN);
  private used = this.bytes.length;
  private msecs = 0;
  private seq = 0;

  override next<Kind extends string>(): Id<Kind> {
    this.tick(Date.now());
    return v7({ random: this.random(), msecs: this.msecs, seq: this.seq }) as Id<Kind>;
  }

  /**
   * Chooses the millisecond and the sequence number of the next id: the next number in the millisecond of the last id, or a
   * random number in a later millisecond.
   */
  private tick(now: number): void {
    if (now <= this.msecs && this.seq < LAST_IN_A_MILLISECOND) {
      this.seq += 1;
      return;
    }
    this.msecs = Math.max(now, this.msecs + 1);
    this.seq = randomInt(FIRST_AT_MOST);
  }

  private random(): Uint8Array {
    if (this.used === this.bytes.length) {
      randomFillSync(this.bytes);
      this.used = 0;
    }
    this.used += BYTES;
    return this.bytes.subarray(this.used - BYTES, this.used);
  }
}
