import type { EntitySchemaColumnOptions } from 'typeorm';
import type { Extra } from '../../../domain/shared/annotated.js';
import type { ExtraField } from '../../../application/kernel/fields/extra-field.js';
import { deleted, isRowOf, type Eraser } from '../erasure/eraser.js';
import { quoted, shopKey, table, uuidKey, type Table } from '../tables/table.js';

/** The fields that one extension adds to one type of record, in a table of its own. A record without values has no row in it. */
interface ExtraTable {
  readonly table: Table;
  /** the table of the records */
  readonly of: Table;
  readonly fields: readonly ExtraField[];
  /** a row is erased with its record */
  readonly eraser: Eraser;
}

/** The parts of a record kind's statements that read and write the fields of extensions. */
export interface ExtraRows {
  /** The SQL of the JSON with the fields of the row `t`. */
  readonly read: string;
  /**
   * Returns the SQL that stores fields. `$1` is the shop.
   * @param rows the SQL of a relation `s` with the columns `key`, the id of a record, and `value`, its fields as jsonb
   */
  readonly writes: (rows: string) => readonly string[];
}

interface Extended {
  readonly id: string;
  readonly extra?: Extra;
}

interface Readable {
  readonly table: Table;
  readonly select: string;
}

/** The tables of the extensions of one service with fields of the service's records. */
export class ExtraTables {
  private readonly rows: ReadonlyMap<Table, ExtraRows>;

  constructor(readonly tables: readonly ExtraTable[]) {
    const records = [...new Set(tables.map(({ of }) => of))];
    this.rows = new Map(records.map((record) => [record, extraRows(tables.filter(({ of }) => of === record))]));
  }

  /** Undefined: no extension adds fields to the records of the table. */
  rowsOf(records: Table): ExtraRows | undefined {
    return this.rows.get(records);
  }

  /** Returns the kind with the fields of extensions; the kind itself, if it has none. */
  extended<Kind extends Readable>(kind: Kind): Kind {
    const extra = this.rowsOf(kind.table);
    return extra ? { ...kind, select: `${kind.select}, ${extra.read} as "extra"`, extra } : kind;
  }
}

export const NO_EXTRA_TABLES = new ExtraTables([]);

/** @param extension the name of the extension; the table has it in its name */
export function extraTable(extension: string, of: Table, fields: readonly ExtraField[]): ExtraTable {
  const columns = fields.map(({ name, type }): [string, EntitySchemaColumnOptions] => [
    name,
    { type: type.column, nullable: true },
  ]);
  const name = `x_${extension.replaceAll('-', '_')}_${of.name}`;
  const own = table<object>(name, { shopId: shopKey, id: uuidKey(), ...Object.fromEntries(columns) });
  const eraser = deleted({
    table: own,
    after: [of],
    about: ({ rowsOf }, parameter) => isRowOf('t.id', rowsOf(of), parameter),
  });
  return { table: own, of, fields, eraser };
}

function extraRows(tables: readonly ExtraTable[]): ExtraRows {
  const joins = tables.map(
    ({ table: { name } }, index) => `left join ${name} x${index} on x${index}.shop_id = t.shop_id and x${index}.id = t.id`,
  );
  const values = tables.flatMap(({ fields }, index) =>
    fields.map((field) => `${shownSql(field, `x${index}`)} as ${quoted(field.outsideName)}`),
  );
  return {
    read: `(select to_jsonb(r) from (select ${values.join(', ')} from (select 1) one ${joins.join(' ')}) r)`,
    writes: (rows) => tables.map((one) => writeSql(one, rows)),
  };
}

/** PostgreSQL writes an instant in JSON in a format of its own. */
function shownSql({ name, type }: ExtraField, alias: string): string {
  const column = `${alias}.${quoted(name)}`;
  return type.column === 'timestamptz' ? `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : column;
}

function writeSql({ table: { name: extra }, fields }: ExtraTable, rows: string): string {
  const columns = fields.map(({ name }) => quoted(name));
  const values = fields.map((field) => `(s.value ->> '${field.outsideName}')::${field.type.column}`);
  return `insert into ${extra} (shop_id, id, ${columns.join(', ')}) select here.shop_id, s.key, ${values.join(', ')}
    from shop_rows here, ${rows}
    where here.shop_id = $1 and (coalesce(${values.map((value) => `${value}::text`).join(', ')}) is not null
      or exists (select from ${extra} e where e.shop_id = $1 and e.id = s.key))
    on conflict (shop_id, id) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`;
}

/** The fields of extensions of a record that is written; null: they stay as they are. */
export function extraValue(before: Extended | null, { extra }: Extended): Extra | null {
  return extra === undefined || extra === before?.extra ? null : extra;
}
