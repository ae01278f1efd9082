import type { IdempotencyRef } from '../../../application/kernel/ports/idempotency-keys.js';

interface Attempt {
  readonly id: string;
  readonly since: number;
}

/**
 * The attempts of one key that have ended. Every failed repetition of a call adds an attempt, because it is unknown which attempt
 * the row in the database names.
 */
interface Owed {
  readonly ref: IdempotencyRef;
  attempts: readonly Attempt[];
  isReleased: boolean;
}

const AGAIN_MS = 500;
/** After this time, a row that is still "in progress" is free anyway. */
const LIFE_MS = 60_000;
const MOST = 10_000;

/**
 * Remembers the attempts that have ended while the database could not be told, and deletes their rows as soon as the database
 * answers again. Until then, the row says that the attempt is still in progress, and only this process knows that it has ended.
 * An attempt is remembered for LIFE_MS, because a statement that seemed lost may reach the database late and write such a row.
 */
export class PendingReleases {
  private readonly owed = new Map<string, Owed>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly release: (ref: IdempotencyRef, attempts: readonly string[]) => Promise<unknown>) {}

  attemptsOf(ref: IdempotencyRef): readonly string[] {
    return this.owed.size === 0 ? [] : idsOf(this.owed.get(nameOf(ref)));
  }

  add(ref: IdempotencyRef, attempt: string): void {
    const name = nameOf(ref);
    const before = this.owed.get(name);
    const [oldest] = this.owed.keys();
    if (!before && oldest !== undefined && this.owed.size >= MOST) this.owed.delete(oldest);
    const attempts = [...living(before?.attempts ?? []), { id: attempt, since: performance.now() }];
    this.owed.set(name, { ref, attempts, isReleased: false });
    this.tryLater();
  }

  forget(ref: IdempotencyRef): void {
    if (this.owed.size > 0) this.owed.delete(nameOf(ref));
  }

  private tryLater(): void {
    this.timer ??= setTimeout(() => void this.pay(), AGAIN_MS).unref();
  }

  /**
   * Releases the keys one after the other. When a release fails, the database still does not answer, so the other keys wait, too.
   */
  private async pay(): Promise<void> {
    for (const [name, owed] of this.owed) {
      owed.attempts = living(owed.attempts);
      if (owed.attempts.length === 0) this.owed.delete(name);
      else owed.isReleased ||= await this.release(owed.ref, idsOf(owed)).then(yes, no);
      if (owed.attempts.length > 0 && !owed.isReleased) break;
    }
    this.timer = null;
    if (this.owed.size > 0) this.tryLater();
  }
}

function nameOf({ shop, apiKey, key }: IdempotencyRef): string {
  return `${shop} ${apiKey} ${key}`;
}

function living(attempts: readonly Attempt[]): Attempt[] {
  return attempts.filter(({ since }) => performance.now() - since <= LIFE_MS);
}

function idsOf(owed: Owed | undefined): string[] {
  return owed?.attempts.map(({ id }) => id) ?? [];
}

const yes = (): boolean => true;
const no = (): boolean => false;
