import type { Patience } from '../../application/operation/patience.js';
import type { RequestContext } from './request-context.js';

/** The most waiting requests of one key. A client needs one for each of its readers. */
const MOST_OF_KEY = 10;

/** Lets requests wait before they are answered, without counting as work in progress. */
export class LongWaits {
  private readonly waiting = new Set<AbortController>();
  private readonly byKey = new Map<string, number>();
  private leaving = false;

  /** @param most the most waiting requests of this process; 0: none waits */
  constructor(private readonly most: number) {}

  /** The number of requests that wait now. */
  get count(): number {
    return this.waiting.size;
  }

  /**
   * The patience of one request.
   * @param readmit called after each wait, because the key may have been revoked meanwhile; throws the refusal
   */
  patienceOf(context: RequestContext, readmit: () => Promise<void>): Patience {
    return {
      pause: async (wait) => {
        const key = context.caller?.key.id ?? '';
        const ofKey = this.byKey.get(key) ?? 0;
        if (this.leaving || this.waiting.size >= this.most || ofKey >= MOST_OF_KEY) return null;
        this.byKey.set(key, ofKey + 1);
        const result = await this.pause(context, wait).finally(() => {
          this.leaveOne(key);
        });
        await readmit();
        return result;
      },
    };
  }

  /** Ends all waits. From now on no request waits. */
  leave(): void {
    this.leaving = true;
    for (const one of this.waiting) one.abort();
  }

  private async pause<T>(context: RequestContext, wait: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { request, response, workload } = context;
    const { socket } = request;
    const controller = new AbortController();
    const end = (): void => {
      controller.abort();
    };
    const began = performance.now();
    workload.pause(context, began);
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
      const now = performance.now();
      context.due += now - began;
      await workload.begin(context, now);
    }
  }

  private leaveOne(key: string): void {
    const left = (this.byKey.get(key) ?? 1) - 1;
    if (left > 0) this.byKey.set(key, left);
    else this.byKey.delete(key);
  }
}
