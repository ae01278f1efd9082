import { randomInt } from 'node:crypto';
import type { Announced } from '../../../application/kernel/events/announcer.js';
import { TookTooLong, Unavailable } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { traceparent } from '../../trace-context.js';
import type { Database } from '../database.js';
import type { Statement } from '../statement.js';
import { columnOf } from '../tables/table.js';
import { eventList, storeAnnounced } from './announced-writes.js';
import { extraValue } from './extra-tables.js';
import { BucketDeltas, rowOf, type RecordKind } from './record-kind.js';
import { childProperties, WriteStatements } from './write-statements.js';

/** A change that has waited for so long does not begin, so that its client is refused in time. */
const LONGEST_MS = 3000;

class TurnTooLate extends TookTooLong {
  constructor() {
    super(undefined, undefined, 'too many changes of this record wait for the database');
  }
}

/**
 * Runs the changes of one record one after the other within this process, in the order in which they come. Without this queue,
 * some of many concurrent changes of one record would starve: each success makes all others read and decide again.
 */
class PerKeyQueue {
  private readonly last = new Map<string, Promise<unknown>>();

  /** @throws Unavailable when the turn of `work` comes too late */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const [before, came] = [this.last.get(key), performance.now()];
    const inTurn = (): Promise<T> => {
      if (performance.now() - came > LONGEST_MS) throw new TurnTooLate();
      return work();
    };
    // When the database cannot carry out a change, those behind it would only wait for the same.
    const afterFailure = (error: unknown): Promise<T> => {
      if (!(error instanceof Unavailable) || error instanceof TurnTooLate) return inTurn();
      throw new Unavailable(undefined, undefined, 'the database took too long');
    };
    const turn = before ? before.then(inTurn, afterFailure) : work();
    this.last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.last.get(key) === turn) this.last.delete(key);
    }
  }
}

/** The number of rows that hold the count of one bucket. With several rows, writers of one shop seldom wait for each other. */
export const SLOTS = 8;
/** A change is refused after this many attempts. An attempt fails when another write has changed the record meanwhile. */
const MOST_ATTEMPTS = 50;

/**
 * Returns the error that names the record with a value that must be unique, if the wanted record cannot be stored because of it;
 * otherwise the error itself.
 */
export type NameHolder<T> = (shop: ShopId, wanted: T, error: unknown) => Promise<unknown>;

/** Finds, adds and changes the records of one kind. Each write is one statement. */
export class RecordStore<T extends { readonly id: string }> {
  private readonly statements: WriteStatements<T>;
  private readonly queue = new PerKeyQueue();

  constructor(
    private readonly database: Database,
    private readonly kind: RecordKind<T>,
    private readonly nameHolder: NameHolder<T> = (_shop, _wanted, error) => Promise.resolve(error),
  ) {
    this.statements = new WriteStatements(kind);
  }

  async find(shop: ShopId, id: string): Promise<T | null> {
    const [record] = await this.database.read<T>(this.statements.find, [shop, id]);
    return record ?? null;
  }

  async add(shop: ShopId, decision: Announced<T>, children: readonly object[] = []): Promise<void> {
    await this.create(shop, decision, children);
  }

  /** Adds the record, and returns it with what the database has set. */
  async create(shop: ShopId, decision: Announced<T>, children: readonly object[] = []): Promise<T> {
    return (await this.insert(this.statements.insert, shop, decision, children)) ?? decision.next;
  }

  /** Null: a unique index refused the record, so nothing is stored. An open transaction goes on. */
  addUnlessThere(shop: ShopId, decision: Announced<T>, children: readonly object[] = []): Promise<T | null> {
    return this.insert(this.statements.insertUnlessThere, shop, decision, children);
  }

  /**
   * Reads the record with its version, decides, and stores the decision if the version is still the same. Otherwise it starts
   * again. Null: there is no such record.
   * @throws Unavailable after MOST_ATTEMPTS, or when the time of the call is over
   */
  change<D extends Announced<T>>(
    shop: ShopId,
    id: string,
    decide: (record: T) => D,
    childrenOf: (decision: D) => readonly object[] = () => [],
  ): Promise<T | null> {
    const work = (): Promise<T | null> => this.compareAndSet(shop, id, decide, childrenOf);
    // A transaction holds a connection. If it waited here, it could wait for a call that waits for a connection.
    return this.database.isInTransaction() ? work() : this.queue.run(`${shop} ${id}`, work);
  }

  private async compareAndSet<D extends Announced<T>>(
    shop: ShopId,
    id: string,
    decide: (record: T) => D,
    childrenOf: (decision: D) => readonly object[],
  ): Promise<T | null> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const [row] = await this.database.read<T & { readonly version: number }>(this.statements.findVersion, [shop, id]);
      if (!row) return null;
      const { version, ...rest } = row;
      const before = rest as unknown as T; // safe: a row without its version is a record
      const decision = decide(before);
      if (!decision.changed) return decision.next;
      const values = [...rowOf(this.kind, decision.next), version, ...this.parts(before, decision, childrenOf(decision))];
      const stored = await this.write(this.statements.update, shop, decision, values);
      if (stored) return { ...decision.next, ...stored };
    }
    throw new Unavailable(undefined, undefined, 'too many requests change this record at the same time');
  }

  private async insert(insert: Statement, shop: ShopId, decision: Announced<T>, children: readonly object[]): Promise<T | null> {
    const values = [...rowOf(this.kind, decision.next), ...this.parts(null, decision, children)];
    const stored = await this.write(insert, shop, decision, values);
    return stored ? { ...decision.next, ...stored } : null;
  }

  private async write(
    query: Statement,
    shop: ShopId,
    decision: Announced<T>,
    values: readonly unknown[],
  ): Promise<object | undefined> {
    try {
      const [stored] = await storeAnnounced(this.database, shop, decision, () =>
        this.database.write<object>(query, [shop, ...values]),
      );
      return stored;
    } catch (error) {
      throw await this.nameHolder(shop, decision.next, error);
    }
  }

  /** The parameters of the parts of a write, as `WriteStatements` orders them. */
  private parts(before: T | null, { next, announcements }: Announced<T>, children: readonly object[]): unknown[] {
    const { counted, child, extra } = this.kind;
    const deltas = new BucketDeltas(counted);
    if (before) deltas.count(before, -1);
    deltas.count(next, 1);
    return [
      eventList(announcements),
      ...(counted ? countValues(deltas.entries()) : []),
      ...(child ? [JSON.stringify(children.map((row) => childRow(child, row, next.id)))] : []),
      ...(extra ? [extraValue(before, next)] : []),
    ];
  }
}

/** Returns a row of a kind's child table, by column. */
export function childRow({ table, parent }: NonNullable<RecordKind<never>['child']>, row: object, id: string): object {
  const values = { ...row, [parent]: id, trace: traceparent() } as Readonly<Record<string, unknown>>;
  return Object.fromEntries(childProperties(table).map((property) => [columnOf(table, property), values[property]]));
}

/** Returns the parameters of a write that counts: the buckets, their slots and their deltas. */
function countValues(counts: readonly (readonly [bucket: string, delta: number])[]): [string[], number[], number[]] {
  const slot = randomInt(SLOTS);
  return [counts.map(([bucket]) => bucket), counts.map(() => slot), counts.map(([, delta]) => delta)];
}
