import type { Patience } from '../../application/operation/patience.js';
import { Slots } from '../slots.js';
import type { RequestContext } from './request-context.js';
import { Parties } from './parties.js';

/** The most waiting requests of one key. A client needs one for each of its readers. */
const MOST_OF_KEY = 10;
/**
 * One event may end the waits of all requests of a shop. This many of them go on at once, so that the others are not refused
 * because too many are in flight.
 */
const AT_ONCE = 4;

/** Lets requests wait before they are answered, without counting as work in progress. */
export class LongWaits {
  private readonly waiting = new Set<AbortController>();
  private readonly byKey = new Map<string, number>();
  private readonly shops = new Parties();
  private readonly turns = new Slots(AT_ONCE);
  private leaving = false;

  /** @param most the most waiting requests of this process; 0: none waits */
  constructor(private readonly most: number) {}

  /** The number of requests that wait now. */
  get count(): number {
    return this.waiting.size;
  }

  /**
   * Carries out work that may wait.
   * @param readmit called after each wait, because the key may have been revoked meanwhile; throws the refusal
   */
  async carryOut<T>(context: RequestContext, readmit: () => Promise<void>, work: (patience: Patience) => Promise<T>): Promise<T> {
    let hasTurn = false;
    const leaveTurn = (): void => {
      if (hasTurn) this.turns.leave();
      hasTurn = false;
    };
    const pause: Patience['pause'] = async (wait) => {
      leaveTurn();
      const began = performance.now();
      const pausing = this.pause(context, wait);
      if (!pausing) return null;
      const result = await pausing;
      await this.turns.enter(context.party);
      hasTurn = true;
      const now = performance.now();
      context.due += now - began;
      await context.workload.begin(context, now);
      await readmit();
      return result;
    };
    return work({ pause }).finally(leaveTurn);
  }

  /** Ends all waits. From now on no request waits. */
  leave(): void {
    this.leaving = true;
    for (const one of this.waiting) one.abort();
  }

  /** Null: too many requests wait already. Otherwise the request no longer counts as work in progress. */
  private pause<T>(context: RequestContext, wait: (signal: AbortSignal) => Promise<T>): Promise<T> | null {
    const key = context.caller?.key.id ?? '';
    const ofKey = this.byKey.get(key) ?? 0;
    if (this.leaving || this.isFull(context) || ofKey >= MOST_OF_KEY) return null;
    this.byKey.set(key, ofKey + 1);
    this.shops.add(context.party);
    context.workload.pause(context, performance.now());
    return this.untilGone(context, wait).finally(() => {
      const left = (this.byKey.get(key) ?? 1) - 1;
      if (left > 0) this.byKey.set(key, left);
      else this.byKey.delete(key);
      this.shops.remove(context.party);
    });
  }

  /** True when the most requests wait. A shop with less than its share of them may let a few more wait. */
  private isFull({ party }: RequestContext): boolean {
    return this.waiting.size >= this.most && this.shops.hasShare(party, this.most);
  }

  private async untilGone<T>({ request, response }: RequestContext, wait: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { socket } = request;
    const controller = new AbortController();
    const end = (): void => {
      controller.abort();
    };
    this.waiting.add(controller);
    response.on('close', end);
    // The client has closed its sending half. Perhaps it still reads, so it gets its answer now.
    socket.on('end', end);
    if (response.destroyed || socket.readableEnded) end();
    try {
      return await wait(controller.signal);
    } finally {
      this.waiting.delete(controller);
      response.off('close', end);
      socket.off('end', end);
    }
  }
}
