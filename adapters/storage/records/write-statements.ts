import { statement, type Statement } from '../statement.js';
import { columnOf, hasChangeTime, hasTrace, noteChange, quoted, TRACE, writtenProperties, type Table } from '../tables/table.js';
import { eventsSql, type RowsBeside } from './announced-writes.js';
import type { ExtraRows } from './extra-tables.js';
import { assignment, conditionOf, type RecordKind } from './record-kind.js';

/**
 * The statements of one kind of record. Parameters of a read: `$1` shop, `$2` id. Parameters of a write: `$1` shop, the row, for an
 * update the version that was read, the events (`eventList`), for a counted kind the buckets, their slots and their deltas, for a
 * kind with child rows a JSON list of these, and for one with fields of extensions a JSON object of these. All parts are one
 * statement, so they are written only if the record is written.
 */
export class WriteStatements<T> {
  readonly find: Statement;
  readonly findVersion: Statement;
  readonly insert: Statement;
  /** Leaves a record alone that a unique index refuses, and returns no row. An open transaction goes on. */
  readonly insertUnlessThere: Statement;
  /** Returns no row if another write has changed or removed the record. */
  readonly update: Statement;

  constructor(private readonly kind: RecordKind<T>) {
    const { select, from, table } = kind;
    const one = `from ${from} where t.shop_id = $1 and t.id = $2 ${conditionOf(kind)}`;
    this.find = statement(`${table.name}.find`, `select ${select} ${one}`);
    this.findVersion = statement(`${table.name}.find_version`, `select ${select}, t.version ${one}`);
    this.insert = statement(`${table.name}.insert`, this.insertSql(''));
    this.insertUnlessThere = statement(`${table.name}.insert_unless_there`, this.insertSql('on conflict do nothing'));
    this.update = statement(`${table.name}.update`, this.updateSql());
  }

  private insertSql(conflict: string): string {
    const columns = columnsOf(this.kind.table);
    const values = columns.map((_, index) => `$${index + 2}`);
    return this.withParts(
      `insert into ${this.kind.table.name} (shop_id, version, ${columns.join(', ')}) values ($1, 1, ${values.join(', ')}) ${conflict}`,
      columns.length + 2,
    );
  }

  private updateSql(): string {
    const columns = columnsOf(this.kind.table);
    const id = columns.indexOf('"id"') + 2;
    const properties = writtenProperties(this.kind.table);
    const parameter = (property: string): string => `$${properties.indexOf(property) + 2}`;
    const sets = properties.filter((property) => property !== 'id').map((property) => assignment(this.kind, property, parameter));
    const noted = [...noteChange(this.kind.table), ...(this.kind.returns ? ['erased_at = null'] : [])];
    const version = columns.length + 2;
    return this.withParts(
      `update ${this.kind.table.name} t set ${['version = t.version + 1', ...noted, ...sets].join(', ')}
      where t.shop_id = $1 and t.id = $${id} and t.version = $${version} ${conditionOf(this.kind)}`,
      version + 1,
    );
  }

  /** @param first the parameter of the events */
  private withParts(stored: string, first: number): string {
    const { counted, child, extra, table } = this.kind;
    const [noted, read] = hasChangeTime(table) ? ['updated_at as "updatedAt"', '"updatedAt"'] : ['1', ''];
    const parts = [`stored as (${stored} returning ${noted})`, eventsSql(first, hasChangeTime(table))];
    if (counted) parts.push(countSql(counted.list, first + 1));
    if (child) parts.push(childSql(child.table, { rows: childRows(child.table, first + (counted ? 4 : 1)), isOf: '' }));
    if (extra) parts.push(...this.extraSql(extra, first + (counted ? 4 : 1) + (child ? 1 : 0)));
    return `with ${parts.join(', ')} select ${read} from stored`;
  }

  private extraSql({ writes }: ExtraRows, parameter: number): string[] {
    const id = columnsOf(this.kind.table).indexOf('"id"') + 2;
    const rows = `(select $${id}::uuid as key, $${parameter}::jsonb as value from stored where $${parameter} is not null) s`;
    return writes(rows).map((sql, index) => `extra${index} as (${sql})`);
  }
}

/** The counts are written in key order, and each key occurs once, so that writers never deadlock on them. */
function countSql(list: string, first: number): string {
  return `counted as (
    insert into record_counts as c (shop_id, list, bucket, slot, n)
    select here.shop_id, '${list}', d.bucket, d.slot, d.delta
    from shop_rows here, stored,
      unnest($${first}::text[], $${first + 1}::smallint[], $${first + 2}::bigint[]) as d (bucket, slot, delta)
    where here.shop_id = $1
    order by d.bucket collate "C", d.slot
    on conflict (shop_id, list, bucket, slot) do update set n = c.n + excluded.n
  )`;
}

/** The properties with which a child row is inserted: those of the record, and its trace if the table has a column for it. */
export function childProperties(child: Table): string[] {
  return [...writtenProperties(child), ...(hasTrace(child) ? [TRACE] : [])];
}

/** It returns rows only for Citus, which copies the rows otherwise, and tells a copy that was refused without a code. */
export function childSql(child: Table, { rows, isOf }: RowsBeside): string {
  const columns = childProperties(child).map((property) => quoted(columnOf(child, property)));
  const list = [...columns, ...(hasChangeTime(child) ? ['updated_at'] : [])].join(', ');
  const values = [...columns.map((column) => `r.${column}`), ...(hasChangeTime(child) ? ['stored."updatedAt"'] : [])].join(', ');
  return `children as (
    insert into ${child.name} (shop_id, ${list})
    select here.shop_id, ${values}
    from shop_rows here, stored, ${rows} as r
    where here.shop_id = $1${isOf}
    returning 1
  )`;
}

function childRows(child: Table, parameter: number): string {
  return `jsonb_populate_recordset(null::${child.name}, $${parameter}::jsonb)`;
}

function columnsOf(table: Table): string[] {
  return writtenProperties(table).map((property) => quoted(columnOf(table, property)));
}
