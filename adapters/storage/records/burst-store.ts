// Buys: with `Together`, ten thousand texts that are due at once are stored at a third of what single writes cost (`bench -- burst`).
import { AsyncResource } from 'node:async_hooks';
import { randomInt } from 'node:crypto';
import type { Announced } from '../../../application/kernel/events/announcer.js';
import { Unavailable } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../database.js';
import type { Statement } from '../statement.js';
import { ALONE, Together, type TogetherOutcome } from './together.js';
import { eventRows } from './announced-writes.js';
import { extraValue } from './extra-tables.js';
import { ManyStatements, type WrittenRow } from './many-statements.js';
import { BucketDeltas, rowByColumn, type RecordKind } from './record-kind.js';
import { childRow, SLOTS, type RecordStore } from './record-store.js';

/** The write of one record with others. */
interface Written<T> {
  readonly kind: 'written';
  readonly next: T;
  readonly row: Omit<WrittenRow, 'slot'>;
}

/** The outcome of a call, or, if it must write first, its row. */
type Decided<T> = Written<T> | TogetherOutcome<T | null>;

/**
 * The name of a call's asynchronous context. Each call has its own, with its trace, because `Together` runs many calls in the context of the
 * first. It is not made by `AsyncResource.bind`, which takes ten microseconds in Node 20.
 */
const CALL = 'BurstStore call';

interface Call<T> {
  readonly id: string;
  readonly alone: () => Promise<T | null>;
  /** @param before null: the record is new */
  readonly decide: (before: T | null, version: number | null) => Decided<T>;
}

/**
 * Adds and changes records like a `RecordStore`. The additions in one shop that come while one runs are one statement, and so are the
 * changes. What cannot be stored together with others is stored by itself, and fails or succeeds by itself.
 */
export class BurstStore<T extends { readonly id: string }> {
  private readonly statements: ManyStatements<T>;
  private readonly finds: Together<string, T | null>;
  private readonly additions: Together<Call<T>, T | null>;
  private readonly changes: Together<Call<T>, T | null>;

  constructor(
    private readonly database: Database,
    private readonly kind: RecordKind<T>,
    private readonly store: RecordStore<T>,
  ) {
    this.statements = new ManyStatements(kind);
    this.finds = new Together(database, {
      alone: (shop, id) => store.find(shop, id),
      many: async (shop, ids) => {
        const records = await this.read(shop, ids);
        return ids.map((id) => ({ kind: 'done', result: records.get(id)?.record ?? null }));
      },
    });
    const alone = (_shop: ShopId, call: Call<T>): Promise<T | null> => call.alone();
    this.additions = new Together(database, { alone, many: (shop, calls) => this.addMany(shop, calls) });
    this.changes = new Together(database, { alone, many: (shop, calls) => this.changeMany(shop, calls) });
  }

  find(shop: ShopId, id: string): Promise<T | null> {
    return this.finds.run(shop, id);
  }

  /** Null: a unique index refused the record, so nothing is stored. */
  addUnlessThere(shop: ShopId, decision: Announced<T>, children: readonly object[] = []): Promise<T | null> {
    const alone = (): Promise<T | null> => this.store.addUnlessThere(shop, decision, children);
    const own = new AsyncResource(CALL);
    const decide = (): Decided<T> => own.runInAsyncScope(() => this.written(null, null, decision, children));
    return this.additions.run(shop, { id: decision.next.id, alone, decide });
  }

  /** Like `RecordStore.change`. */
  change<D extends Announced<T>>(
    shop: ShopId,
    id: string,
    decide: (record: T) => D,
    childrenOf: (decision: D) => readonly object[] = () => [],
  ): Promise<T | null> {
    const alone = (): Promise<T | null> => this.store.change(shop, id, decide, childrenOf);
    const own = new AsyncResource(CALL);
    const decided = (before: T | null, version: number | null): Decided<T> => {
      if (!before) return { kind: 'done', result: null };
      const decision = decide(before);
      return decision.changed
        ? this.written(before, version, decision, childrenOf(decision))
        : { kind: 'done', result: decision.next };
    };
    return this.changes.run(shop, { id, alone, decide: (...found) => own.runInAsyncScope(() => decided(...found)) });
  }

  private addMany(shop: ShopId, calls: readonly Call<T>[]): Promise<readonly TogetherOutcome<T | null>[]> {
    const decided = calls.map((call) => decisionOf(call, null, null));
    // The statement leaves out what a unique index refuses.
    return this.stored(this.statements.insert, shop, decided, { kind: 'done', result: null });
  }

  private async changeMany(shop: ShopId, calls: readonly Call<T>[]): Promise<readonly TogetherOutcome<T | null>[]> {
    const records = await this.read(shop, [...new Set(calls.map(({ id }) => id))]);
    const seen = new Set<string>();
    const decided = calls.map((call): Decided<T> => {
      if (seen.has(call.id)) return ALONE; // one statement changes a record once
      seen.add(call.id);
      const { record = null, version = null } = records.get(call.id) ?? {};
      return decisionOf(call, record, version);
    });
    // The statement leaves out what another write has changed or holds.
    return this.stored(this.statements.update, shop, decided, ALONE);
  }

  private async read(shop: ShopId, ids: readonly string[]): Promise<ReadonlyMap<string, Read<T>>> {
    const rows = await this.database.read<T & { readonly version: number }>(this.statements.find, [shop, ids]);
    const records = rows.map(({ version, ...rest }) => {
      const record = rest as unknown as T; // safe: a row without its version is a record
      return { record, version };
    });
    return new Map(records.map((read) => [read.record.id, read]));
  }

  /** @param otherwise the outcome of a write that the statement leaves out */
  private async stored(
    write: Statement,
    shop: ShopId,
    decided: readonly Decided<T>[],
    otherwise: TogetherOutcome<T | null>,
  ): Promise<TogetherOutcome<T | null>[]> {
    const slot = randomInt(SLOTS);
    const rows = decided.flatMap((one): WrittenRow[] => (one.kind === 'written' ? [{ ...one.row, slot }] : []));
    try {
      const stored = rows.length > 0 ? await this.database.write<Stored>(write, [shop, JSON.stringify(rows)]) : [];
      const found = new Map(stored.map(({ id, ...set }) => [id, set]));
      return decided.map((one) => {
        if (one.kind !== 'written') return one;
        const set = found.get(one.row.id);
        return set ? { kind: 'done', result: { ...one.next, ...set } } : otherwise;
      });
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      // The database refuses one of them, so nothing is stored. By itself, each other one is.
      return decided.map((one) => (one.kind === 'written' ? ALONE : one));
    }
  }

  /** @param version null: the record is new */
  private written(before: T | null, version: number | null, decision: Announced<T>, children: readonly object[]): Decided<T> {
    const { next, announcements } = decision;
    if (this.database.reactions.follow(decision)) return ALONE;
    const { counted, child } = this.kind;
    const deltas = new BucketDeltas(counted);
    if (before) deltas.count(before, -1);
    deltas.count(next, 1);
    const row = {
      id: next.id,
      row: rowByColumn(this.kind, next),
      version,
      events: eventRows(announcements),
      counts: deltas.entries().map(([bucket, delta]) => ({ bucket, delta })),
      children: child ? children.map((one) => childRow(child, one, next.id)) : [],
      extra: extraValue(before, next),
    };
    return { kind: 'written', next, row };
  }
}

function decisionOf<T>({ decide }: Call<T>, before: T | null, version: number | null): Decided<T> {
  try {
    return decide(before, version);
  } catch (error) {
    return { kind: 'failed', error };
  }
}

interface Read<T> {
  readonly record: T;
  readonly version: number;
}

interface Stored {
  readonly id: string;
  readonly updatedAt?: string;
}
