import { randomFillSync, randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import { Ids } from '../../application/ports/ids.js';
import type { Id } from '../../domain/shared/id.js';

const BYTES = 16;
/** Ids whose random bytes are drawn at once: for each alone that would cost more than the rest of it. */
const DRAWN = 256;
const LAST_IN_A_MILLISECOND = 2 ** 32 - 1;
/** Half of them: so many ids at least fit into the millisecond. */
const FIRST_AT_MOST = 2 ** 31;

/** UUIDv7 (RFC 9562): ids of one process grow, so that a table's newest rows lie together in its key. */
export class UuidV7Ids extends Ids {
  private readonly bytes = new Uint8Array(BYTES * DRAWN);
  private used = this.bytes.length;
  private msecs = 0;
  private seq = 0;

  override next<Kind extends string>(): Id<Kind> {
    this.tick(Date.now());
    return v7({ random: this.random(), msecs: this.msecs, seq: this.seq }) as Id<Kind>;
  }

  /** The time of the next id: a later millisecond than the last one's, or the next place in it. */
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
