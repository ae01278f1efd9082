import { randomInt } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { ImportedRecord } from '../../../application/transfer/import-kind.js';
import { Changed, type RecordWrite, type RecordWrites } from '../../../application/transfer/import-store.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { changedAt } from '../records/announced-writes.js';
import { BucketDeltas } from '../records/record-kind.js';
import { SLOTS } from '../records/record-store.js';
import {
  columnOf,
  givenProperties,
  hasChangeTime,
  hasErasureTime,
  noteChange,
  optionsOf,
  quoted,
  type Table,
} from '../tables/table.js';
import { copyRows } from './copy-rows.js';
import type { TargetTable } from './import-sql.js';
import type { BesideValue, StoredKind } from './stored-kinds.js';

/** The name under which `is_new` stands in the columns of a staging table. */
const IS_NEW = 'isNew';
/** The column with a value that stands beside a row. */
const besideColumn = (index: number): string => `beside_${index}`;

/** The facts about the staged rows that the statements need. */
interface Staged {
  readonly deltas: BucketDeltas<ImportedRecord>;
  readonly uniques: Set<string>;
  hasNew: boolean;
  hasChanged: boolean;
  /** see `RecordWrites` */
  reused: boolean;
}

/**
 * A temporary table for the rows that an import writes to one table of the shop. `write` copies rows into it, `land` stores all of
 * them in the shop's table, in the open transaction.
 */
export class Stage {
  private readonly table: Table;
  private staged: Staged;

  /** @param isKept true: the rows are kept until they land; false: they land in the transaction that copies them */
  constructor(
    private readonly client: ClientBase,
    private readonly shop: ShopId,
    private readonly kind: StoredKind,
    private readonly isKept: boolean,
  ) {
    const columns = new Map([...kind.table.columns, [IS_NEW, 'is_new']]);
    const documents = new Set(kind.table.documents);
    this.beside.forEach(({ property, type }, index) => {
      columns.set(property, besideColumn(index));
      if (type === 'jsonb') documents.add(property);
    });
    this.table = { ...kind.table, name: `staged_${kind.table.name}`, columns, documents };
    this.staged = this.nothing();
  }

  async prepare(): Promise<void> {
    const { client, isKept, kind, table } = this;
    const beside = this.beside.map(({ type }, index) => `, ${besideColumn(index)} ${type}`).join('');
    await client.query(`create temporary table ${table.name} (like ${kind.table.name} including defaults, is_new boolean not null${beside})
      on commit ${isKept ? 'preserve' : 'delete'} rows`);
    // Only rows that are kept are looked up.
    const keys = ['id', 'external_id'].filter((column) => isKept && table.columns.has(column));
    for (const column of keys) await client.query(`create index on ${table.name} (${column})`);
  }

  async write({ created, changed, uniques, reused }: Omit<RecordWrites, 'record'>): Promise<void> {
    if (!this.isKept) this.staged = this.nothing(); // the rows before have landed, or were rolled back
    const { client, table, staged } = this;
    const writes = [...created, ...changed];
    if (writes.length === 0) return;
    const own = await this.replaced(changed);
    const isNew = ({ before, after }: RecordWrite): boolean => before === null || own.has(after.id);
    await copyRows(client, table, writes, (property) => (property === IS_NEW ? isNew : this.getter(property)));
    for (const { before, after } of writes) {
      if (before) staged.deltas.count(before, -1);
      staged.deltas.count(after, 1);
    }
    for (const unique of uniques) staged.uniques.add(unique);
    staged.reused ||= reused;
    staged.hasNew ||= created.length > 0;
    staged.hasChanged ||= changed.length > own.size;
  }

  /** The table in which the import looks for records that this table has, or will have. */
  get target(): TargetTable {
    const { isKept, kind, table } = this;
    return isKept
      ? sightOf(kind, table.name)
      : {
          select: (list, condition) => `select ${list} from ${kind.table.name} t where ${condition}`,
          locks: true,
          beside: this.beside.map(({ read }) => read),
        };
  }

  /** @throws Changed when other writes have changed these records since they were read */
  async land(now: Instant): Promise<void> {
    const { client, kind, shop, staged, table } = this;
    // The changed rows are written first, because the new rows may use unique values that the changed rows give up.
    if (staged.hasChanged) await this.update();
    if (staged.hasNew) await client.query(insertSql(kind.table, table.name), [shop]);
    if (staged.hasNew || staged.hasChanged) await this.writeBeside(now);
    await this.storeCounts();
  }

  /** Gives staged events of the rows that have landed the times of their changes. */
  async dateEvents(events: Stage): Promise<void> {
    if (hasChangeTime(this.kind.table))
      await this.client.query(dateSql(this.kind.table, this.table.name, events.table.name), [this.shop]);
  }

  /** Removes rows that have landed, so that others can be staged in the same transaction. */
  async clear(): Promise<void> {
    await this.client.query(`truncate ${this.table.name}`);
  }

  async drop(): Promise<void> {
    await this.client.query(`drop table ${this.table.name}`);
  }

  private async writeBeside(now: Instant): Promise<void> {
    for (const [index, { key, write, isTimed }] of this.beside.entries()) {
      const column = quoted(columnOf(this.kind.table, key));
      const rows = `(select ${column} as key, ${besideColumn(index)} as value from ${this.table.name}) s`;
      for (const sql of write(rows)) await this.client.query(sql, isTimed ? [this.shop, now] : [this.shop]);
    }
  }

  private get beside(): readonly BesideValue[] {
    return this.kind.beside ?? [];
  }

  private async update(): Promise<void> {
    const { client, kind, shop, table, staged } = this;
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${table.name} where not is_new`);
    if (staged.reused) await client.query(parkSql(kind.table, table.name, staged.uniques), [shop]);
    const { rowCount } = await client.query(updateSql(kind.table, table.name), [shop]);
    if (rowCount !== rows[0]?.n) throw new Changed('records of the file were changed by others meanwhile');
  }

  private async storeCounts(): Promise<void> {
    const entries = this.staged.deltas.entries();
    const { list } = this.kind.counted ?? {};
    if (list === undefined || entries.length === 0) return;
    const deltas = [entries.map(([bucket]) => bucket), randomInt(SLOTS), entries.map(([, delta]) => delta)];
    await this.client.query(COUNT_SQL, [this.shop, list, ...deltas]);
  }

  /**
   * Deletes the staged rows of these records, before newer rows of the same records are staged.
   * @returns the ids of those records that the import itself has created
   */
  private async replaced(changed: readonly RecordWrite[]): Promise<ReadonlySet<string>> {
    if (!this.isKept || changed.length === 0) return new Set();
    const { rows } = await this.client.query<{ id: string; is_new: boolean }>(
      `delete from ${this.table.name} where id = any($1::uuid[]) returning id, is_new`,
      [changed.map(({ after }) => after.id)],
    );
    return new Set(rows.flatMap(({ id, is_new: isNew }) => (isNew ? [id] : [])));
  }

  /** Returns the function that reads the value of a column from the record that is written. */
  private getter(property: string): (write: RecordWrite) => unknown {
    const derive = this.kind.derived?.[property];
    if (property === 'shopId') return () => this.shop;
    if (derive) return ({ after }) => derive(after);
    const valueOf = ({ after }: RecordWrite): unknown => Reflect.get(after, property);
    return property === 'version' ? (write) => valueOf(write) ?? 1 : valueOf;
  }

  private nothing(): Staged {
    const deltas = new BucketDeltas(this.kind.counted);
    return { deltas, uniques: new Set(), hasNew: false, hasChanged: false, reused: false };
  }
}

/**
 * The shop's table as it will be after the staged rows have landed. Its rows are not locked. `$1` is the shop. The stored rows are
 * read before they are compared with the staged ones, because these two tables can be on different servers.
 * @param staged the table of the staged rows
 */
function sightOf({ table, beside = [] }: StoredKind, staged: string): TargetTable {
  const all = [...table.columns.values()].map(quoted);
  const read = beside.map((value, index) => `${value.read} as ${besideColumn(index)}`);
  const kept = beside.map((_, index) => besideColumn(index));
  return {
    select: (list, condition, only) => `with stored as materialized (
        select ${(only ?? [...all, ...read]).join(', ')} from ${table.name} t where ${condition})
      select ${list} from (
        select t.* from stored t where not exists (select from ${staged} s where s.id = t.id)
        union all select ${(only ?? [...all, ...kept]).join(', ')} from ${staged} t where ${condition}) t`,
    locks: false,
    beside: kept.map((column) => `t.${column}`),
  };
}

/**
 * Removes the unique values of all records that the staged rows change. An update of many rows checks unique values row by row, so
 * a value that moves between two records must be free first. `$1` shop.
 */
function parkSql(table: Table, staged: string, uniques: Iterable<string>): string {
  const assignments = ['externalId', ...uniques].flatMap((property) => {
    const column = quoted(columnOf(table, property));
    const { nullable, type } = optionsOf(table, property);
    if (nullable) return [`${column} = null`];
    // Numbers are never negative, so the negated number is free. Other unique columns that cannot be null never move between
    // records.
    return type === 'integer' ? [`${column} = -t.${column}`] : [];
  });
  return `update ${table.name} t set ${assignments.join(', ')} from ${staged} s
    where t.shop_id = $1 and t.id = s.id and not s.is_new`;
}

/** Writes the staged changes into the shop's table. A row whose version has changed meanwhile is left as it is. `$1` shop. */
function updateSql(table: Table, staged: string): string {
  const { name, columns } = table;
  const hasVersion = columns.has('version');
  const changed = givenProperties(table).filter((property) => !['shopId', 'id', 'version'].includes(property));
  const sets = changed.map((property) => quoted(columnOf(table, property))).map((column) => `${column} = s.${column}`);
  sets.push(...noteChange(table), ...(hasErasureTime(table) ? ['erased_at = null'] : []));
  if (hasVersion) sets.push('version = t.version + 1');
  return `update ${name} t set ${sets.join(', ')} from ${staged} s
    where t.shop_id = $1 and t.id = s.id and not s.is_new${hasVersion ? ' and t.version = s.version' : ''}`;
}

/** Writes the times of the changes that have landed into staged events. `$1` shop. */
function dateSql({ name }: Table, staged: string, events: string): string {
  return `with landed as materialized (
      select t.id, ${changedAt('t.updated_at')} as at from ${name} t join ${staged} s on s.id = t.id where t.shop_id = $1)
    update ${events} e set data = e.data || l.at from landed l
    where e.data ? 'updated_at' and (e.data ->> 'id')::uuid = l.id`;
}

/**
 * Inserts the staged new rows into the shop's table. `$1` shop. Citus copies the rows of an insert that returns none, and tells a
 * copy that was refused by its words alone, without a code.
 */
function insertSql(table: Table, staged: string): string {
  const others = givenProperties(table)
    .filter((property) => property !== 'shopId')
    .map((property) => quoted(columnOf(table, property)))
    .join(', ');
  return `with stored as (
      insert into ${table.name} (shop_id, ${others}) select $1, ${others} from ${staged} where is_new returning 1)
    select count(*) from stored`;
}

/**
 * Adds the deltas to the counts. The rows are written in key order, so that two writers never deadlock on them. `$1` shop, `$2`
 * list, `$3` buckets, `$4` slot, `$5` deltas.
 */
const COUNT_SQL = `insert into record_counts as c (shop_id, list, bucket, slot, n)
  select $1, $2, d.bucket, $4, d.delta from unnest($3::text[], $5::bigint[]) as d (bucket, delta) order by d.bucket collate "C"
  on conflict (shop_id, list, bucket, slot) do update set n = c.n + excluded.n`;
