// Buys: ten thousand texts that are due at once leave in a fifth of the time (`npm run bench -- burst`, ADR 70).
import type { ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../database.js';

/** The end of one call among several that were carried out together. */
export type TogetherOutcome<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** it was not carried out, and is to be carried out by itself */
  | { readonly kind: 'alone' };

export const ALONE = { kind: 'alone' } as const;

export interface TogetherOptions<Call, Result> {
  /** carries out one call */
  readonly alone: (shop: ShopId, call: Call) => Promise<Result>;
  /** Carries out two or more calls by one statement. The outcomes have the order of the calls. */
  readonly many: (shop: ShopId, calls: readonly Call[]) => Promise<readonly TogetherOutcome<Result>[]>;
}

interface Waiting<Call, Result> {
  readonly call: Call;
  readonly end: (outcome: TogetherOutcome<Result>) => void;
}

/** The most calls that are carried out by one statement. */
const MOST = 64;

/**
 * Carries out calls of one kind. The calls in one shop that come in the same turn of the event loop are carried out together, by `many`,
 * and so are those that come while `many` runs. A call with which no other comes is carried out by itself when the turn ends. `many`
 * runs in the asynchronous context of the first call, so what belongs to a call, such as its trace, must be bound by the call.
 */
export class Together<Call, Result> {
  private readonly waiting = new Map<ShopId, Waiting<Call, Result>[]>();

  constructor(
    private readonly database: Pick<Database, 'isInUnit'>,
    private readonly options: TogetherOptions<Call, Result>,
  ) {}

  /** In a unit of work, a call is carried out by itself. */
  async run(shop: ShopId, call: Call): Promise<Result> {
    if (this.database.isInUnit()) return this.options.alone(shop, call);
    const outcome = await new Promise<TogetherOutcome<Result>>((end) => {
      const others = this.waiting.get(shop);
      if (others) others.push({ call, end });
      else {
        this.waiting.set(shop, [{ call, end }]);
        setImmediate(() => void this.carryOut(shop));
      }
    });
    if (outcome.kind === 'failed') throw outcome.error;
    return outcome.kind === 'done' ? outcome.result : this.options.alone(shop, call);
  }

  /** Never rejects. */
  private async carryOut(shop: ShopId): Promise<void> {
    for (;;) {
      const calls = this.waiting.get(shop)?.splice(0, MOST) ?? [];
      if (calls.length === 0) break;
      const outcomes = await this.outcomesOf(shop, calls);
      calls.forEach(({ end }, index) => {
        end(outcomes[index] ?? ALONE);
      });
    }
    this.waiting.delete(shop);
  }

  private async outcomesOf(shop: ShopId, calls: readonly Waiting<Call, Result>[]): Promise<readonly TogetherOutcome<Result>[]> {
    if (calls.length === 1) return [ALONE];
    try {
      return await this.options.many(
        shop,
        calls.map(({ call }) => call),
      );
    } catch (error) {
      return calls.map(() => ({ kind: 'failed', error }));
    }
  }
}
