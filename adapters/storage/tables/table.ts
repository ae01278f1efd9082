import type { EntitySchemaColumnOptions, FindOptionsSelect, ValueTransformer } from 'typeorm';
import { EntitySchema } from 'typeorm/entity-schema/EntitySchema.js'; // the entry would load all of TypeORM
import type { Origin } from '../../../domain/shared/origin.js';
import { toInstant } from '../../postgres/values.js';

/** A stored record: the domain's record, with its shop and its version. `RecordStore.change` compares the version. */
export type Stored<T> = T & { readonly shopId: string; readonly version: number };

/** Further properties of a record that can come from an import. Records made by the service have the columns' defaults. */
export interface ProvenanceColumns {
  /** the id of the record in the system that it came from; unique among the records of one kind in a shop */
  readonly externalId: string | null;
  readonly origin: Origin;
}

/** A further property of records that an erasure takes away from those who copy them. */
export interface Erasable {
  /** null: the record was not erased */
  readonly erasedAt: string | null;
}

/** A further property of records with due work. */
export interface Traced {
  /** the `traceparent` of the span that caused the work */
  readonly trace: string | null;
}

type Columns<T> = { readonly [Property in keyof T]: EntitySchemaColumnOptions };

/** A table and its columns. The column lists of the statements are made from this description. */
export interface Table {
  readonly schema: EntitySchema;
  readonly name: string;
  /** property → column, in the order of declaration */
  readonly columns: ReadonlyMap<string, string>;
  /** those of `shopId`, `version`, `externalId`, `origin`, `trace` and `erasedAt` that are not part of the domain's record */
  readonly bookkeeping: ReadonlySet<string>;
  /** properties that are stored as JSON */
  readonly documents: ReadonlySet<string>;
  /** properties that are instants */
  readonly instants: readonly string[];
}

/** The property of rows with work that goes on with the trace of their cause. */
export const TRACE = 'trace';

/** The property with the time of a record's last change. Only the database writes it: no clock of an instance can say what is stored when. */
const UPDATED_AT = 'updatedAt';
/** The property of records that an erasure takes away from those who copy them. */
const ERASED_AT = 'erasedAt';
/** The properties that no writer of records gives a value. */
const UNGIVEN: readonly string[] = [TRACE, UPDATED_AT, ERASED_AT];

const BOOKKEEPING = ['shopId', 'version', 'externalId', 'origin', TRACE, ERASED_AT];

/**
 * Describes a table.
 * @param own properties that are bookkeeping in other tables, but part of this table's record
 */
export function table<T extends object>(name: string, columns: Columns<T>, own: readonly (keyof T)[] = []): Table {
  const declared = Object.entries<EntitySchemaColumnOptions>(columns);
  return {
    bookkeeping: new Set(BOOKKEEPING.filter((property) => !own.includes(property as keyof T))), // safe: T may lack some of them
    schema: new EntitySchema<T>({ name, tableName: name, columns }),
    name,
    columns: new Map(declared.map(([property, { name: column }]) => [property, column ?? property])),
    documents: new Set(declared.flatMap(([property, { type }]) => (type === 'jsonb' ? [property] : []))),
    instants: declared.flatMap(([property, { type }]) => (type === 'timestamptz' ? [property] : [])),
  };
}

/** TypeORM makes a `Date` of each time. The records of the domain have instants. */
const INSTANT: ValueTransformer = {
  from: (time: Date | null) => time?.toISOString() ?? null,
  to: (instant: unknown) => instant,
};

export const uuidKey = (name?: string): EntitySchemaColumnOptions => ({ type: 'uuid', primary: true, ...named(name) });
export const shopKey = uuidKey('shop_id');
export const uuid = (name?: string): EntitySchemaColumnOptions => ({ type: 'uuid', ...named(name) });
export const text = (name?: string): EntitySchemaColumnOptions => ({ type: 'text', ...named(name) });
export const integer = (name?: string): EntitySchemaColumnOptions => ({ type: 'integer', ...named(name) });
export const flag = (name?: string): EntitySchemaColumnOptions => ({ type: 'boolean', ...named(name) });
export const json = (name?: string): EntitySchemaColumnOptions => ({ type: 'jsonb', ...named(name) });
export const instant = (name: string): EntitySchemaColumnOptions => ({
  type: 'timestamptz',
  precision: 3,
  name,
  transformer: INSTANT,
});
/** The column for `UPDATED_AT`. A statement that changes a row sets it to its default. */
export const changeTime: EntitySchemaColumnOptions = { ...instant('updated_at'), default: () => 'time_of_change()' };
export const erasureTime: EntitySchemaColumnOptions = { ...instant('erased_at'), nullable: true };
export const amount = (name?: string): EntitySchemaColumnOptions => ({ type: 'bigint', ...named(name) });
export const orNull = (column: EntitySchemaColumnOptions): EntitySchemaColumnOptions => ({ ...column, nullable: true });

/** The facts that other systems keep in a record. */
export const facts: EntitySchemaColumnOptions = { ...json(), default: () => "'{}'" };

export const provenance = {
  externalId: orNull(text('external_id')),
  origin: { ...text(), default: 'service' },
} as const;

function named(name: string | undefined): { name?: string } {
  return name === undefined ? {} : { name };
}

/** The properties of a table without the bookkeeping. Derived properties (see `RecordKind`) are among them. */
export function recordProperties({ columns, bookkeeping }: Table): string[] {
  return [...columns.keys()].filter((property) => !bookkeeping.has(property));
}

/** The properties whose values a writer of a record gives. */
export function writtenProperties(of: Table): string[] {
  return recordProperties(of).filter((property) => property !== UPDATED_AT);
}

/** The properties of a table whose values are given in bulk. */
export function givenProperties({ columns }: Table): string[] {
  return [...columns.keys()].filter((property) => !UNGIVEN.includes(property));
}

/** The columns of a table's primary key, in the order of declaration, each with its type. */
export function keyOf({ schema, columns }: Table): { readonly column: string; readonly type: string }[] {
  return Object.entries(schema.options.columns).flatMap(([property, options]) =>
    options?.primary === true ? [{ column: columns.get(property) ?? property, type: String(options.type) }] : [],
  );
}

/** True for a table whose rows keep the trace of their cause, for the work on them. */
export function hasTrace({ columns }: Table): boolean {
  return columns.has(TRACE);
}

/** True for a table that keeps the time of each record's last change. */
export function hasChangeTime({ columns }: Table): boolean {
  return columns.has(UPDATED_AT);
}

/** True for a table whose records an erasure takes away from those who copy them. */
export function hasErasureTime({ columns }: Table): boolean {
  return columns.has(ERASED_AT);
}

/** Returns the SQL that notes a change of the row, in a list of assignments; or nothing. */
export function noteChange(of: Table): string[] {
  return hasChangeTime(of) ? ['updated_at = default'] : [];
}

/** Returns a select list such as `t."first_name" as "firstName", …`, so that a row is read as a record. */
export function selectList(of: Table, alias = 't', except: readonly string[] = []): string {
  return recordProperties(of)
    .filter((property) => !except.includes(property))
    .map((property) => `${alias}.${quoted(columnOf(of, property))} as ${quoted(property)}`)
    .join(', ');
}

/** The properties of a record, for a repository: its rows have those of the bookkeeping, too. */
export function selected<T extends object>(of: Table): FindOptionsSelect<T> {
  // The cast is safe: the table was described by the properties of `T`.
  return Object.fromEntries(recordProperties(of).map((property) => [property, true])) as FindOptionsSelect<T>;
}

export function columnOf({ name, columns }: Table, property: string): string {
  const column = columns.get(property);
  if (column === undefined) throw new Error(`table ${name} has no column for ${property}`);
  return column;
}

export function quoted(identifier: string): string {
  return `"${identifier}"`;
}

/** Returns the value of a property as a statement's parameter. */
export function storedValue({ documents }: Table, property: string, value: unknown): unknown {
  // Without `JSON.stringify`, the driver would write a list as a PostgreSQL array. A null is stored as NULL, not as JSON.
  return documents.has(property) && value !== null ? JSON.stringify(value) : value;
}

export interface Insertion<Row extends object> {
  /** the statement: `insert into … values ($1, …)` */
  readonly sql: string;
  /** the parameters of the statement */
  readonly valuesOf: (row: Row) => unknown[];
}

/**
 * Makes the insertion of one row, with a parameter for each column of the table. It is for rare writes; frequent writes use the
 * statements of `RecordStore`.
 * @param leftOut properties whose columns get their defaults
 */
export function insertion<Row extends object>(table: Table, leftOut: readonly string[] = []): Insertion<Row> {
  const columns = [...table.columns].filter(([property]) => !leftOut.includes(property));
  const names = columns.map(([, column]) => quoted(column));
  const parameters = columns.map((_, index) => `$${index + 1}`);
  return {
    sql: `insert into ${table.name} (${names.join(', ')}) values (${parameters.join(', ')})`,
    valuesOf: (row) => columns.map(([property]) => storedValue(table, property, row[property as keyof Row])),
  };
}

/** Returns the SQL of one JSON value that holds a list of rows. `nestedRows` turns that value into records. */
export function nested(rows: string): string {
  return `(select coalesce(json_agg(r), '[]') from (${rows}) r)`;
}

/**
 * Parses the instants in rows that `nested` has selected, because PostgreSQL writes an instant in JSON in a format of its own.
 * All other values need no conversion.
 */
export function nestedRows<T extends object>({ instants }: Table, rows: readonly T[]): T[] {
  return rows.map((row) => {
    const read = { ...row };
    const values = read as Record<string, unknown>; // safe: only instants are written, and an instant stays one
    for (const property of instants) {
      const written = values[property];
      if (typeof written === 'string') values[property] = toInstant(written);
    }
    return read;
  });
}

export function optionsOf({ name, schema }: Table, property: string): EntitySchemaColumnOptions {
  const options = new Map(Object.entries(schema.options.columns)).get(property);
  if (!options) throw new Error(`table ${name} has no ${property}`);
  return options;
}
