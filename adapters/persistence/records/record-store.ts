import { randomInt } from 'node:crypto';
import type { Announced } from '../../../application/events/announcer.js';
import { Unavailable } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { traceparent } from '../../trace-context.js';
import type { Database, Statement } from '../connection/database.js';
import { BucketDeltas } from './bucket-deltas.js';
import { changingProperties, requireFixed, rowOf, type RecordKind } from './record-kind.js';
import { columnOf, recordProperties } from '../tables/table.js';
import { PerKeyQueue } from './per-key-queue.js';
import { storeAnnounced } from './store-announced.js';
import { eventValues } from './stored-events.js';
import { childProperties, WriteStatements, type WriteParts } from './write-statements.js';
import { withdrawalsOf } from './withdrawals.js';

/** The number of rows that hold the count of one bucket. With several rows, writers of one shop seldom wait for each other. */
export const SLOTS = 8;
/** A change is refused after this many attempts. An attempt fails when another write has changed the record meanwhile. */
const MOST_ATTEMPTS = 50;

interface PartsOfWrite {
  readonly parts: WriteParts;
  readonly values: unknown[];
}

/** A record as it was read, and its version. */
interface Seen<T> {
  readonly record: T;
  readonly version: number;
}

interface Change<T, D extends Announced<T>> {
  readonly shop: ShopId;
  readonly id: string;
  readonly decide: (record: T) => D;
  readonly childrenOf: (decision: D) => readonly object[];
  /** the record that the first attempt begins with; null: it is read */
  readonly seen: Seen<T> | null;
}

/** Finds, adds and changes the records of one kind. Each write is one statement. */
export class RecordStore<T extends { readonly id: string }> {
  private readonly statements: WriteStatements<T>;
  private readonly properties: readonly string[];
  private readonly changing: readonly string[];
  private readonly queue = new PerKeyQueue();
  /** The versions of the records that `see` has returned. */
  private readonly versions = new WeakMap<T, number>();

  constructor(
    private readonly database: Database,
    private readonly kind: RecordKind<T>,
  ) {
    this.statements = new WriteStatements(kind);
    this.properties = recordProperties(kind.table);
    this.changing = changingProperties(kind);
  }

  async find(shop: ShopId, id: string): Promise<T | null> {
    const [record] = await this.database.read<T>(this.statements.find, [shop, id]);
    return record ?? null;
  }

  /** Like `find`, for a record that may be changed next: `changeSeen` begins with this record, and does not read it again. */
  see(shop: ShopId, id: string): Promise<T | null> {
    return this.seeBy(this.statements.findVersion, [shop, id]);
  }

  /** @param query selects one record with its version */
  async seeBy(query: Statement, values: readonly unknown[]): Promise<T | null> {
    const found = await this.read(query, values);
    if (found) this.versions.set(found.record, found.version);
    return found?.record ?? null;
  }

  async add(shop: ShopId, decision: Announced<T>, children: readonly object[] = []): Promise<void> {
    await this.addUnlessThere(shop, decision, children);
  }

  /** False: a unique index refused the record of a kind that may be there, so nothing is stored. */
  async addUnlessThere(shop: ShopId, decision: Announced<T>, children: readonly object[] = []): Promise<boolean> {
    const { parts, values } = this.partsOf(null, decision, children);
    const row = rowOf(this.kind, decision.next, this.properties);
    const stored = await storeAnnounced(this.database, shop, decision, () =>
      this.database.write(this.statements.insert(parts), [shop, ...row, ...values]),
    );
    return stored.length > 0;
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
    return this.inTurn({ shop, id, decide, childrenOf, seen: null });
  }

  /** Like `change`, for a record that `see` or `seeBy` has returned. */
  changeSeen<D extends Announced<T>>(
    shop: ShopId,
    record: T,
    decide: (record: T) => D,
    childrenOf: (decision: D) => readonly object[] = () => [],
  ): Promise<T | null> {
    const version = this.versions.get(record);
    const seen = version === undefined ? null : { record, version };
    return this.inTurn({ shop, id: record.id, decide, childrenOf, seen });
  }

  private inTurn<D extends Announced<T>>(change: Change<T, D>): Promise<T | null> {
    // A transaction holds a connection. If it waited here, it could wait for a call that waits for a connection.
    if (this.database.isInTransaction()) return this.compareAndSet(change);
    const key = `${change.shop} ${change.id}`;
    // The changes that come first make another record of the one that was seen.
    const fresh = this.queue.isBusy(key) ? { ...change, seen: null } : change;
    return this.queue.run(key, () => this.compareAndSet(fresh));
  }

  private async compareAndSet<D extends Announced<T>>({ shop, id, decide, childrenOf, seen }: Change<T, D>): Promise<T | null> {
    let found = seen;
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      found ??= await this.read(this.statements.findVersion, [shop, id]);
      if (!found) return null;
      const { record: before, version } = found;
      const decision = decide(before);
      if (!decision.changed) return decision.next;
      requireFixed(this.kind, before, decision.next);
      const { parts, values } = this.partsOf(before, decision, childrenOf(decision));
      const changed = [shop, ...rowOf(this.kind, decision.next, this.changing), version, ...values];
      const stored = await storeAnnounced(this.database, shop, decision, () =>
        this.database.write(this.statements.update(parts), changed),
      );
      if (stored.length > 0) return decision.next;
      found = null;
    }
    throw new Unavailable(undefined, undefined, 'too many requests change this record at the same time');
  }

  private async read(query: Statement, values: readonly unknown[]): Promise<Seen<T> | null> {
    const [row] = await this.database.read<T & { readonly version: number }>(query, values);
    if (!row) return null;
    const { version, ...rest } = row;
    // Safe: a row without its version is a record.
    return { record: rest as unknown as T, version };
  }

  private partsOf(before: T | null, decision: Announced<T>, children: readonly object[]): PartsOfWrite {
    const { announcements } = decision;
    const deltas = new BucketDeltas(this.kind.counted);
    if (before) deltas.count(before, -1);
    deltas.count(decision.next, 1);
    const counts = deltas.entries();
    const withdrawals = withdrawalsOf(announcements);
    const parts = {
      events: announcements.length,
      withdrawals: withdrawals.length > 0,
      counts: counts.length > 0,
      children: children.length > 0,
    };
    const values = [
      ...eventValues(announcements),
      ...(parts.counts ? countValues(counts) : []),
      ...(parts.children ? [JSON.stringify(children.map((row) => this.childRow(row, decision.next.id)))] : []),
      ...(parts.withdrawals ? [JSON.stringify(withdrawals)] : []),
    ];
    return { parts, values };
  }

  private childRow(row: object, parent: string): object {
    const { child } = this.kind;
    if (!child) return row;
    const values = { ...row, [child.parent]: parent, trace: traceparent() } as Readonly<Record<string, unknown>>;
    return Object.fromEntries(
      childProperties(child.table).map((property) => [columnOf(child.table, property), values[property]]),
    );
  }
}

/** Returns the parameters of a write that counts: the buckets, their slots and their deltas. */
function countValues(counts: readonly (readonly [bucket: string, delta: number])[]): [string[], number[], number[]] {
  const slot = randomInt(SLOTS);
  return [counts.map(([bucket]) => bucket), counts.map(() => slot), counts.map(([, delta]) => delta)];
}
