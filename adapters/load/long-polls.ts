// Buys: a client waits for the next event in one request of 25 s, and ten thousand of them are no work in flight.
import type { Patience } from '../../application/kernel/operation/operation.js';
import type { RequestWork } from './work.js';

/** The most waiting requests of one key. A client needs one for each of its readers. */
const MOST_OF_KEY = 10;

/** A request that may wait, and its client. */
export interface Waiting {
  readonly key: string;
  readonly work: RequestWork;
  /** calls back when the client has gone; returns a function that ends this */
  readonly onGone: (gone: () => void) => () => void;
  /** called when the request does not wait, because too many do already */
  readonly onRefused: () => void;
  /** called after each wait, because the key may have been revoked meanwhile; throws the refusal */
  readonly readmit: () => Promise<void>;
}

/** Lets requests wait before they are answered, without counting as work in flight. */
export class LongPolls {
  private readonly waiting = new Set<AbortController>();
  private readonly byKey = new Map<string, number>();
  private leaving = false;

  /** @param most the most waiting requests of this process; 0: none waits */
  constructor(private readonly most: number) {}

  /** The number of requests that wait now. */
  get count(): number {
    return this.waiting.size;
  }

  patienceOf(request: Waiting): Patience {
    return { pause: (wait) => this.pause(request, wait) };
  }

  /** Ends all waits. From now on no request waits. */
  leave(): void {
    this.leaving = true;
    for (const one of this.waiting) one.abort();
  }

  /** Returns null when too many requests wait already. */
  private async pause<T>(request: Waiting, wait: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    const { key, work, onGone, onRefused, readmit } = request;
    const ofKey = this.byKey.get(key) ?? 0;
    if (this.leaving || this.waiting.size >= this.most || ofKey >= MOST_OF_KEY) {
      onRefused();
      return null;
    }
    const controller = new AbortController();
    this.byKey.set(key, ofKey + 1);
    this.waiting.add(controller);
    work.pause();
    work.isPatient = true;
    const forget = onGone(() => {
      controller.abort();
    });
    try {
      return await wait(controller.signal);
    } finally {
      forget();
      this.waiting.delete(controller);
      this.leaveKey(key);
      work.resume();
      await readmit();
    }
  }

  private leaveKey(key: string): void {
    const left = (this.byKey.get(key) ?? 1) - 1;
    if (left > 0) this.byKey.set(key, left);
    else this.byKey.delete(key);
  }
}
