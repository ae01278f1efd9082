import type { Patience } from '../../application/operation/patience.js';
import type { RequestContext } from './request-context.js';
import { Turns } from './turns.js';

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
  private readonly turns = new Turns(AT_ONCE);
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
      await this.turns.enter();
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
    if (this.leaving || this.waiting.size >= this.most || ofKey >= MOST_OF_KEY) return null;
    this.byKey.set(key, ofKey + 1);
    context.workload.pause(context, performance.now());
    return this.untilGone(context, wait).finally(() => {
      const left = (this.byKey.get(key) ?? 1) - 1;
      if (left > 0) this.byKey.set(key, left);
      else this.byKey.delete(key);
    });
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
