import { statement, type Statement } from '../statement.js';
import { columnOf, hasChangeTime, noteChange, quoted, writtenProperties } from '../tables/table.js';
import { eventsFromSql, type RowsBeside } from './announced-writes.js';
import { GIVEN_IDS, recordsSql } from './by-key.js';
import { assignment, conditionOf, type RecordKind } from './record-kind.js';
import { childSql } from './write-statements.js';

/** One record of a write, in the JSON list that is `$2` of the statement. */
export interface WrittenRow {
  readonly id: string;
  /** the values by column */
  readonly row: object;
  /** of an update: the version that was read */
  readonly version: number | null;
  readonly events: readonly object[];
  /** the slot of the counts, which is the same for all rows of a statement */
  readonly slot: number;
  /** the buckets of counts, and what each of them gains */
  readonly counts: readonly { readonly bucket: string; readonly delta: number }[];
  /** the child rows, by column */
  readonly children: readonly object[];
  /** the fields of extensions; null: they stay as they are */
  readonly extra: object | null;
}

/**
 * The statements that read and write several records of one shop. `$1` is the shop. A read has the ids as `$2`, a write a JSON list
 * of `WrittenRow`. What belongs to a record is written only if the record is written, and the statement returns those that are.
 */
export class ManyStatements<T> {
  readonly find: Statement;
  /** Leaves records alone that a unique index refuses. */
  readonly insert: Statement;
  /** Leaves records alone that another write has changed, which their version tells, or is changing: it waits for nobody. */
  readonly update: Statement;

  constructor(private readonly kind: RecordKind<T>) {
    const { select, table } = kind;
    this.find = statement(`${table.name}.find_many`, recordsSql(GIVEN_IDS, { ...kind, select: `${select}, t.version` }));
    this.insert = statement(`${table.name}.insert_many`, this.withParts(this.insertSql()));
    this.update = statement(`${table.name}.update_many`, this.withParts(this.updateSql()));
  }

  private get columns(): string[] {
    return writtenProperties(this.kind.table).map((property) => quoted(columnOf(this.kind.table, property)));
  }

  private insertSql(): string {
    const { name } = this.kind.table;
    const values = this.columns.map((column) => `r.${column}`).join(', ');
    return `stored as (
      insert into ${name} (shop_id, version, ${this.columns.join(', ')})
      select here.shop_id, 1, ${values} from shop_rows here, given g, jsonb_populate_record(null::${name}, g.row) r
      where here.shop_id = $1
      on conflict do nothing returning ${this.returned('')}
    )`;
  }

  private updateSql(): string {
    const { name } = this.kind.table;
    const given = (property: string): string => `r.${quoted(columnOf(this.kind.table, property))}`;
    const properties = writtenProperties(this.kind.table).filter((property) => property !== 'id');
    const sets = properties.map((property) => assignment(this.kind, property, given));
    const noted = [...noteChange(this.kind.table), ...(this.kind.returns ? ['erased_at = null'] : [])];
    return `free as (
      select t.id from given g cross join lateral (
        select t.id from ${name} t where t.shop_id = $1 and t.id = g.id ${conditionOf(this.kind)} limit 1 for update skip locked
      ) t
    ), stored as (
      update ${name} t set ${['version = t.version + 1', ...noted, ...sets].join(', ')}
      from free f, given g, jsonb_populate_record(null::${name}, g.row) r
      where t.shop_id = $1 and t.id = f.id and g.id = f.id and t.version = g.version
      returning ${this.returned('t.')}
    )`;
  }

  private returned(alias: string): string {
    return `${alias}id${hasChangeTime(this.kind.table) ? `, ${alias}updated_at as "updatedAt"` : ''}`;
  }

  private withParts(write: string): string {
    const { counted, child, extra, table } = this.kind;
    const parts = [GIVEN, write, eventsFromSql(givenTo('jsonb_to_recordset(g.events)'), hasChangeTime(table))];
    if (counted) parts.push(countSql(counted.list));
    if (child) parts.push(childSql(child.table, givenTo(`jsonb_populate_recordset(null::${child.table.name}, g.children)`)));
    const rows = '(select g.id as key, g.extra as value from given g, stored where stored.id = g.id and g.extra is not null) s';
    if (extra) parts.push(...extra.writes(rows).map((sql, index) => `extra${index} as (${sql})`));
    return `with ${parts.join(', ')} select * from stored`;
  }
}

const GIVEN = `given as (
    select * from jsonb_to_recordset($2::jsonb)
      as g (id uuid, "row" jsonb, version integer, events jsonb, counts jsonb, children jsonb, extra jsonb, slot smallint)
  )`;

/** @param rows SQL of a function of a row `g` of `given` */
function givenTo(rows: string): RowsBeside {
  return { rows: `given g, ${rows}`, isOf: ' and g.id = stored.id' };
}

/** The counts are written in key order, and each key occurs once, so that writers never deadlock on them. */
function countSql(list: string): string {
  return `counted as (
    insert into record_counts as c (shop_id, list, bucket, slot, n)
    select here.shop_id, '${list}', d.bucket, g.slot, sum(d.delta)
    from shop_rows here, stored, given g, jsonb_to_recordset(g.counts) as d (bucket text, delta bigint)
    where here.shop_id = $1 and g.id = stored.id
    group by here.shop_id, d.bucket, g.slot having sum(d.delta) <> 0 order by d.bucket collate "C"
    on conflict (shop_id, list, bucket, slot) do update set n = c.n + excluded.n
  )`;
}
