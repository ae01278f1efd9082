import type { Shop } from '../../domain/access/shop.js';
import type { Id } from '../../domain/shared/id.js';
import type { Instant } from '../../domain/shared/instant.js';
import type { Origin } from '../../domain/shared/origin.js';
import { fieldsOf, type Class } from '../kernel/fields/field.js';
import type { Announce } from './announced.js';
import { nestedRowsOf, propertyOf, type ImportRow, type NestedRows } from './import-row.js';

/** A type of record that can be imported or referred to by imported rows. Each type has its own table. */
export interface RecordType {
  /** unique among all types */
  readonly name: string;
  /** the word for one record: `lead` */
  readonly noun: string;
}

/** The properties that records of every kind have. */
export interface ImportedRecord {
  readonly id: string;
  readonly createdAt: Instant;
  readonly externalId: string | null;
  readonly origin: Origin;
}

/** A record that a row refers to, with the properties that the reference lists in `facts`. */
export interface Found {
  readonly id: string;
  readonly externalId: string | null;
  readonly [fact: string]: unknown;
}

/** Two columns of a row that can name another record of the shop: one by the record's own id, the other by its external id. */
export interface Reference {
  /**
   * the column with the record's own id; if the file has only the external id, the own id is filled in before `write` gets the
   * row
   */
  readonly column: string;
  readonly external: string;
  readonly to: RecordType;
  /** the property of the referenced record that is stored: `userId` for some references to staff members; `id` by default */
  readonly key?: 'id' | 'userId';
  /** true: a new record must have the reference, and no row can clear it */
  readonly required?: boolean;
  /** the properties of the referenced record that `write` needs */
  readonly facts?: readonly string[];
  /** the properties of the referenced record that events show, for an import that announces its records */
  readonly told?: readonly string[];
  /** true: `alsoWrites` changes the referenced record, so this record is looked up as a whole */
  readonly alsoWritten?: boolean;
}

/** A value that is unique among the records of a shop. */
export interface Unique {
  readonly column: string;
  /** the reason for refusing a row whose value belongs to another record; `holder` is the id of that record; default: `isTaken` */
  readonly taken?: (holder: string) => string;
  /** true: the values are numbers, and a new record without one in its row gets the highest number plus 1 */
  readonly isCounted?: boolean;
}

/** The usual reason for refusing a row with a value of another record. */
export function isTaken({ noun }: RecordType, holder: string): string {
  return `already belongs to another ${noun} (existing id: ${holder})`;
}

export interface RowContext {
  readonly shop: Shop;
  readonly now: Instant;
  /** true: the row makes a new record; false: it changes a known record */
  readonly isNew: boolean;
  /**
   * true: an export is imported into a shop without such records; some rules are not checked, because the exported records may
   * break them
   */
  readonly restore: boolean;
  /** the public address of the service, without a slash at its end; null: this deployment has none */
  readonly publicUrl: string | null;
  readonly newId: <Kind extends string>() => Id<Kind>;
  /**
   * the referenced records by the reference's `column`; null: there is none, or it was not looked up, because the row does not
   * change the reference and the reference has no `facts`
   */
  readonly found: Readonly<Record<string, Found | null>>;
  /**
   * Returns a record that `alsoWrites` may change, as the rows before have left it. Null: no reference that is `alsoWritten` names
   * it.
   */
  readonly latest: (type: RecordType, id: string) => ImportedRecord | null;
}

/** A further record that a row makes or changes. */
export interface AlsoWritten {
  readonly type: RecordType;
  /** the record from `latest` with other values, or a new record, which gets the origin of the row's record and no external id */
  readonly record: Pick<ImportedRecord, 'id' | 'createdAt'>;
}

/**
 * The record that a row is a part of. The row changes this record; it makes none, and has no external id of its own. A row that
 * adds a part counts as created. An export writes one row for each part.
 */
export interface PartOf<T> extends Reference {
  /** Returns the parts of a record. The properties of a part are columns of its row. */
  parts(record: T): readonly object[];
}

/**
 * The values that a row must have, and the records that are looked up before it is written. These are data and no function, because
 * the rows of a batch are looked up together, and because exports, templates and the order of the kinds need them, too.
 */
export interface Resolve<T> {
  readonly references: readonly Reference[];
  /** columns that a new record's row must have, and that no row can clear */
  readonly required: readonly string[];
  readonly uniques: readonly Unique[];
  /** columns whose empty cell changes nothing, besides `created_at` and counted values */
  readonly kept: readonly string[];
  /** Each row is a part of another kind's record: a tier of a service. */
  readonly partOf: PartOf<T> | null;
}

type ByEngine = 'id' | 'createdAt' | 'updatedAt' | 'externalId' | 'origin' | 'extra';
type NullableIn<T> = { [Key in keyof T]: null extends T[Key] ? Key : never }[keyof T];

/**
 * Names all properties that are never null. Null is right for one that each new record's row must give (see `Resolve.required`).
 * Properties that may be null are named if no column has their name, or if a new record has another value.
 */
export type Defaults<T> = { readonly [Key in Exclude<keyof T, ByEngine | NullableIn<T>>]: T[Key] | null } & {
  readonly [Key in Exclude<NullableIn<T>, ByEngine>]?: T[Key];
};

/** One kind of file: its columns, and the steps that turn a row into records: `resolve`, `write` and `alsoWrites`. */
export interface ImportKind<Row extends object, T> {
  /** the name on the command line */
  readonly name: string;
  /** the type of record that its rows describe */
  readonly record: RecordType;
  /** the class of a row; its fields are the columns, in the order of the template and of exports */
  readonly row: Class<Row>;
  /** the first step of a row: what it must have, and what is looked up for it */
  readonly resolve?: Partial<Resolve<T>>;
  /** two rows for the template; both can be imported unchanged */
  readonly examples: readonly Readonly<Record<string, unknown>>[];
  /**
   * The values of a new record, before the values of its row are set. A cleared value becomes its default, too. All other
   * properties for which the row has a column are null at first.
   */
  readonly defaults: Defaults<T>;
  /**
   * Returns the record after the row, by the rules of its kind. `next` is `before` with the values of the row: an absent column has
   * kept the value. Without `write`, `next` is stored.
   * @throws ValidationError or MoveRefused, naming the column whose value breaks a rule
   */
  write?(next: T, before: T, row: Row, context: RowContext): T;
  /**
   * Returns every further record that the row also makes or changes, such as the thread of a message. A changed record is one that
   * a reference with `alsoWritten` names. A new one has the type of the nested rows.
   */
  alsoWrites?(record: T, row: Row, context: RowContext): readonly AlsoWritten[];
  /**
   * functions by column that compute the exported value, if no property of the record has it in the form that an import reads;
   * null: no export writes the column, because no record stores it
   */
  readonly shown?: Readonly<Record<string, ((record: T, shop: Shop) => unknown) | null>>;
  /** Announces a new or changed record, for an import that announces its records. */
  announce(...announced: Parameters<Announce<T>>): ReturnType<Announce<T>>;
}

/** A kind of any record. The import engine uses only this type, because it treats all kinds alike. */
export interface AnyKind extends ImportKind<ImportRow, ImportedRecord> {
  readonly resolve: Resolve<ImportedRecord>;
  /** a new record without the properties of every kind, before the values of its row are set */
  readonly blank: object;
  /** all columns whose empty cell changes nothing */
  readonly kept: ReadonlySet<string>;
  /** from the row class: its column that holds rows of another kind (see `Rows`); null: it has none */
  readonly nested: NestedRows | null;
}

export function importKind<Row extends object, T>(kind: ImportKind<Row, T>): AnyKind {
  // The cast is safe: a kind's functions get only rows of its own class and records of its own type.
  const any = kind as unknown as ImportKind<ImportRow, ImportedRecord>;
  const resolve = { references: [], required: [], uniques: [], kept: [], partOf: null, ...any.resolve };
  const counted = resolve.uniques.filter(({ isCounted }) => isCounted);
  const kept = new Set(['created_at', ...resolve.kept, ...counted.map(({ column }) => column)]);
  const nested = nestedRowsOf(kind.row);
  const named = new Set([
    nested?.column,
    ...Object.keys(kind.shown ?? {}),
    ...resolve.references.map(({ external }) => external),
  ]);
  const columns = fieldsOf(kind.row).filter(({ name }) => !named.has(name));
  const nulls = Object.fromEntries(columns.map(({ name }) => [propertyOf(name), null]));
  return { ...any, resolve, nested, blank: { ...nulls, ...kind.defaults }, kept };
}

/** Returns all references by which a row of the kind names other records. */
export function referencesOf({ resolve: { references, partOf } }: AnyKind): readonly Reference[] {
  return partOf ? [...references, partOf] : references;
}

/**
 * Returns the kinds in an order in which each kind comes after the kinds that it refers to. Otherwise the kinds keep their order.
 * @throws Error when kinds refer to each other in a circle
 */
export function inReferenceOrder(kinds: readonly AnyKind[]): AnyKind[] {
  const ordered: AnyKind[] = [];
  const waiting = [...kinds];
  while (waiting.length > 0) {
    const next = waiting.findIndex(
      (kind) => !targetsOf(kind).some((target) => waiting.some((other) => other !== kind && makes(other, target))),
    );
    if (next === -1)
      throw new Error(`import kinds refer to each other in a circle: ${waiting.map(({ name }) => name).join(', ')}`);
    ordered.push(...waiting.splice(next, 1));
  }
  return ordered;
}

function targetsOf(kind: AnyKind): AnyKind['record'][] {
  return referencesOf(kind).map(({ to }) => to);
}

function makes({ record, resolve: { partOf } }: AnyKind, target: AnyKind['record']): boolean {
  return record === target && !partOf;
}
