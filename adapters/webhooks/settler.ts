import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { TriedDelivery } from '../../application/areas/webhooks/deliveries.js';
import type { EndpointTry, SettleTries } from '../../application/areas/webhooks/settle-tries.js';
import type { Log } from '../../application/kernel/ports/ports.js';
import type { ShopId } from '../../domain/shared/id.js';

/** An ended try with its shop. */
export interface ShopTry extends EndpointTry {
  readonly shop: ShopId;
}

/** The most tries in one statement. */
const BATCH = 500;
/** The statements at once. The pool of connections serves requests, too. */
const AT_ONCE = 2;
const AGAIN_AFTER_MS = 250;

/**
 * Stores ended tries: those that end while others are being stored, together. What cannot be stored, because the database does not
 * answer, is kept until it can.
 */
export class Settler {
  private waiting: ShopTry[] = [];
  private running: Promise<void> | null = null;
  /** true: the present failure has been logged. It is logged once, and not at each of the many tries that follow. */
  private isTold = false;
  private readonly limit = pLimit(AT_ONCE);

  constructor(
    private readonly settling: SettleTries,
    private readonly log: Log,
    private readonly stored: (ended: ShopTry, tried: TriedDelivery | undefined) => void,
  ) {}

  /** @param stopping aborted when nothing is to be tried again */
  add(ended: ShopTry, stopping: AbortSignal): void {
    this.waiting.push(ended);
    this.running ??= this.storeAll(stopping).finally(() => (this.running = null));
  }

  /** Tries once more to store everything that is not stored yet. */
  async drain(): Promise<void> {
    await this.running;
    await this.storeAll(AbortSignal.abort());
  }

  private async storeAll(stopping: AbortSignal): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, BATCH);
      const shops = [...new Set(batch.map(({ shop }) => shop))];
      const failed = await Promise.all(
        shops.map((shop) =>
          this.store(
            shop,
            batch.filter((ended) => ended.shop === shop),
          ),
        ),
      );
      this.waiting.unshift(...failed.flat());
      if (!failed.some((tries) => tries.length > 0)) continue;
      if (stopping.aborted) return;
      await sleep(AGAIN_AFTER_MS, undefined, { signal: stopping }).catch(() => undefined); // told to stop: the pause ends early
    }
  }

  /** Returns the tries that could not be stored. */
  private async store(shop: ShopId, tries: readonly ShopTry[]): Promise<readonly ShopTry[]> {
    try {
      const tried = await this.limit(() => this.settling.execute(shop, tries));
      tries.forEach((ended, index) => {
        this.stored(ended, tried[index]);
      });
      this.isTold = false;
      return [];
    } catch (error) {
      if (!this.isTold) this.log.error('ended deliveries cannot be stored', { shop, count: tries.length, error });
      this.isTold = true;
      return tries;
    }
  }
}
