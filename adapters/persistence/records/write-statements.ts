import { statement, type Statement } from '../connection/database.js';
import { columnOf, hasTrace, quoted, recordProperties, TRACE, type Table } from '../tables/table.js';
import { changingProperties, conditionOf, type RecordKind } from './record-kind.js';
import { eachEventSql, VALUES_OF_EVENT } from './stored-events.js';
import { withdrawalsSql } from './withdrawals.js';

/** Optional parts of a write (events, withdrawals of steps, counts, child rows). Absent parts are left out of the SQL. */
export interface WriteParts {
  /** the number of events; a decision has few, so there are few statements */
  readonly events: number;
  readonly withdrawals: boolean;
  readonly counts: boolean;
  readonly children: boolean;
}

/**
 * The statements that read and write one kind of record. `find` and `findVersion` have the parameters `$1` shop and `$2` id. For
 * the parameters of the other statements, see `insertSql` and `updateSql`.
 */
export class WriteStatements<T> {
  readonly find: Statement;
  readonly findVersion: Statement;
  private readonly writes = new Map<string, Statement>();

  constructor(private readonly kind: RecordKind<T>) {
    const { select, from } = kind;
    const one = `from ${from} where t.shop_id = $1 and t.id = $2 ${conditionOf(kind)}`;
    this.find = statement(`${kind.table.name}.find`, `select ${select} ${one}`);
    this.findVersion = statement(`${kind.table.name}.find_version`, `select ${select}, t.version ${one}`);
  }

  insert(parts: WriteParts): Statement {
    return this.write('insert', parts, insertSql);
  }

  update(parts: WriteParts): Statement {
    return this.write('update', parts, updateSql);
  }

  private write(
    verb: 'insert' | 'update',
    parts: WriteParts,
    sql: (kind: RecordKind<T>, parts: WriteParts) => string,
  ): Statement {
    const name = `${verb} ${parts.events} ${parts.withdrawals} ${parts.counts} ${parts.children}`;
    const known = this.writes.get(name) ?? statement(`${this.kind.table.name}.${verb}`, sql(this.kind, parts));
    this.writes.set(name, known);
    return known;
  }
}

/** The SQL that inserts a record. Parameters: `$1` shop, then the row, then the optional parts (see `partsSql`). */
function insertSql<T>(kind: RecordKind<T>, parts: WriteParts): string {
  const columns = recordProperties(kind.table).map((property) => quoted(columnOf(kind.table, property)));
  const values = columns.map((_, index) => `$${index + 2}`);
  return `with stored as (
    insert into ${kind.table.name} (shop_id, version, ${columns.join(', ')}) values ($1, 1, ${values.join(', ')})
    ${kind.maybeThere === true ? 'on conflict do nothing' : ''} returning 1
  )${partsSql(kind, parts, columns.length + 2)}
  select 1 from stored`;
}

/**
 * The SQL that writes a changed record. When it returns no row, another write has changed or removed the record. Parameters: `$1`
 * shop, the values of `changingProperties`, the version that was read, then the optional parts.
 */
function updateSql<T>(kind: RecordKind<T>, parts: WriteParts): string {
  const properties = changingProperties(kind);
  const columns = properties.map((property) => quoted(columnOf(kind.table, property)));
  const id = properties.indexOf('id') + 2;
  const sets = columns.map((column, index) => `${column} = $${index + 2}`).filter((set) => !set.startsWith('"id"'));
  const version = columns.length + 2;
  return `with stored as (
    update ${kind.table.name} t set version = t.version + 1, ${sets.join(', ')}
    where t.shop_id = $1 and t.id = $${id} and t.version = $${version} ${conditionOf(kind)} returning 1
  )${partsSql(kind, parts, version + 1)}
  select 1 from stored`;
}

/**
 * The SQL of the optional parts of a write: events (see `eventValues`), counts (buckets, slots and deltas), child rows (a JSON list)
 * and withdrawals (a JSON list, see `withdrawalsSql`). They are part of the record's own statement, so they are written only if
 * the record is written. The counts are written in key order, and each key occurs once, so that writers never deadlock on them.
 */
function partsSql<T>(
  { counted, child }: RecordKind<T>,
  { events, counts, children, withdrawals }: WriteParts,
  first: number,
): string {
  const clauses: string[] = [];
  let next = first;
  if (events > 0) {
    clauses.push(eachEventSql(next, events));
    next += events * VALUES_OF_EVENT;
  }
  if (counted && counts) {
    clauses.push(countSql(counted.list, next, withdrawals));
    next += 3;
  }
  if (child && children) {
    clauses.push(childSql(child.table, next));
    next += 1;
  }
  if (withdrawals) clauses.push(withdrawalsSql(next, counted !== undefined && counts));
  return clauses.map((clause) => `, ${clause}`).join('');
}

/** @param read true: another part of the statement waits for the counts */
function countSql(list: string, first: number, read: boolean): string {
  return `counted as (
    insert into record_counts as c (shop_id, list, bucket, slot, n)
    select $1, '${list}', d.bucket, d.slot, d.delta
    from stored, unnest($${first}::text[], $${first + 1}::smallint[], $${first + 2}::bigint[]) as d (bucket, slot, delta)
    order by d.bucket collate "C", d.slot
    on conflict (shop_id, list, bucket, slot) do update set n = c.n + excluded.n${read ? ' returning 1' : ''}
  )`;
}

/** The properties with which a child row is inserted: those of the record, and its trace if the table has a column for it. */
export function childProperties(child: Table): string[] {
  return [...recordProperties(child), ...(hasTrace(child) ? [TRACE] : [])];
}

function childSql(child: Table, parameter: number): string {
  const columns = childProperties(child).map((property) => quoted(columnOf(child, property)));
  const list = columns.join(', ');
  return `children as (
    insert into ${child.name} (shop_id, ${list})
    select $1, ${columns.map((column) => `r.${column}`).join(', ')}
    from stored, jsonb_populate_recordset(null::${child.name}, $${parameter}::jsonb) as r
  )`;
}
