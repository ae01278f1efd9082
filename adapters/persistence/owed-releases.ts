import type { IdempotencyRef } from '../../application/operation/idempotency.js';

interface Owed {
  readonly ref: IdempotencyRef;
  readonly attempt: string;
  readonly since: number;
  isReleased: boolean;
}

const AGAIN_MS = 500;
/** By then a row that says "in progress" is free anyway. */
const LIFE_MS = 60_000;
const MOST = 10_000;

/**
 * Attempts that are over, while the database could not be told: it is, as soon as it answers again. Until then, and also
 * where a statement that was thought lost arrives late, this process knows better than the row.
 */
export class OwedReleases {
  private readonly owed = new Map<string, Owed>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly release: (ref: IdempotencyRef, attempt: string) => Promise<unknown>) {}

  /** Null: none of that key. */
  attemptOf(ref: IdempotencyRef): string | null {
    return this.owed.size === 0 ? null : (this.owed.get(nameOf(ref))?.attempt ?? null);
  }

  add(ref: IdempotencyRef, attempt: string): void {
    const [oldest] = this.owed.keys();
    if (oldest !== undefined && this.owed.size >= MOST) this.owed.delete(oldest);
    this.owed.set(nameOf(ref), { ref, attempt, since: performance.now(), isReleased: false });
    this.tryLater();
  }

  forget(ref: IdempotencyRef): void {
    if (this.owed.size > 0) this.owed.delete(nameOf(ref));
  }

  private tryLater(): void {
    this.timer ??= setTimeout(() => void this.pay(), AGAIN_MS).unref();
  }

  /** One after the other: where one fails the database is not back. */
  private async pay(): Promise<void> {
    for (const [name, owed] of this.owed) {
      if (performance.now() - owed.since > LIFE_MS) {
        this.owed.delete(name);
        continue;
      }
      owed.isReleased ||= await this.release(owed.ref, owed.attempt).then(yes, no);
      if (!owed.isReleased) break;
    }
    this.timer = null;
    if (this.owed.size > 0) this.tryLater();
  }
}

function nameOf({ shop, apiKey, key }: IdempotencyRef): string {
  return `${shop} ${apiKey} ${key}`;
}

const yes = (): boolean => true;
const no = (): boolean => false;
