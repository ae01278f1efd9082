import type { Shop } from '../../domain/access/shop.js';
import type { Conversation } from '../../domain/conversations/conversation.js';
import type { Id } from '../../domain/shared/id.js';
import type { Instant } from '../../domain/shared/instant.js';
import type { Origin } from '../../domain/shared/origin.js';
import type { Class } from '../fields/field.js';
import type { ImportRow } from './import-row.js';
import type { RecordType } from './record-type.js';

/** A stored record with its origin. */
export interface ImportedRecord {
  readonly id: string;
  readonly createdAt: Instant;
  readonly externalId: string | null;
  readonly origin: Origin;
}

/** A record that a row refers to, with the facts that the reference asks for. */
export interface Found {
  readonly id: string;
  readonly externalId: string | null;
  readonly [fact: string]: unknown;
}

/** Two columns that can name one record of the shop: by its own id, or by its external id. */
export interface Reference {
  /** the column that holds the record's own id when `write` gets the row, even if the file had the external id */
  readonly column: string;
  readonly external: string;
  readonly to: RecordType;
  /** the id that is stored: `userId` for some references to staff members; `id` by default */
  readonly key?: 'id' | 'userId';
  /** true: a new record must have the reference, and no row can clear it */
  readonly required?: boolean;
  /** the properties of the referenced record that `write` needs */
  readonly facts?: readonly string[];
}

/** A value that is unique among the records of a shop. */
export interface Unique {
  readonly column: string;
  readonly property: string;
  /** the reason for refusing a row whose value belongs to another record; `holder` is the id of that record */
  readonly taken: (holder: string) => string;
}

export interface RowContext {
  readonly shop: Shop;
  readonly now: Instant;
  /** whether this row makes the record */
  readonly isNew: boolean;
  /** true: an export is imported into an empty shop; records may lack the same values as in the service */
  readonly restore: boolean;
  readonly newId: <Kind extends string>() => Id<Kind>;
  /**
   * the referenced records by the reference's `column`; null: none. The record of an unchanged reference is here only if the
   * reference has `facts`.
   */
  readonly found: Readonly<Record<string, Found | null>>;
}

/** Updates the record that `reference` names with the record of a row. */
export interface Moves<T> {
  readonly reference: string;
  move(target: Conversation & ImportedRecord, by: T): Conversation & ImportedRecord;
}

/** One kind of file: its columns, and the functions that turn a row into a new or changed record. */
export interface ImportKind<Row extends object, T> {
  /** the name on the command line */
  readonly name: string;
  /** the type of record that its rows describe */
  readonly record: RecordType;
  /** the columns, in the order of the template and of exports */
  readonly row: Class<Row>;
  readonly references?: readonly Reference[];
  /** columns that a new record's row must have, and that no row can clear */
  readonly required?: readonly string[];
  readonly uniques?: readonly Unique[];
  /** the property with a record's number, one of `uniques`; a new record whose row gives no number takes the next free one */
  readonly numbered?: string;
  /** The rows change the record that this reference names. They make no records and have no external id of their own. */
  readonly changes?: Reference;
  /** Each row also updates the record that one of its references names, except in a restore. */
  readonly moves?: Moves<T>;
  /** a column that holds rows of another kind (NDJSON only), and the reference from the other kind to this record */
  readonly nested?: { readonly column: string; readonly kind: () => AnyKind; readonly reference: string };
  /** two rows for the template; both can be imported unchanged */
  readonly examples: readonly Readonly<Record<string, unknown>>[];
  /** A new record before the values of its row are set. */
  blank(context: RowContext): T;
  /**
   * The record with the values of the row. An absent column is not changed, and null clears the value. This also holds for new
   * records.
   * @throws ValidationError naming the column whose value breaks a rule
   */
  write(before: T, row: Row, context: RowContext): T;
  /** The nested records for which a new record's row gives values in other columns. They get the origin of the record. */
  brings?(record: T, row: Row, context: RowContext): readonly Pick<ImportedRecord, 'id' | 'createdAt'>[];
  /** The exported values of columns that are not properties of the record, in the form that the column's field reads. */
  readonly shown?: Readonly<Record<string, (record: T, shop: Shop) => unknown>>;
  /** columns that only an import reads; no record stores them, so no export writes them */
  readonly importOnly?: readonly string[];
  /** The parts of a record, when each row is one part, with the part's properties as columns. A new part counts as created. */
  parts?(record: T): readonly object[];
}

/** A kind whose types are not known. The import engine treats all kinds alike. */
export type AnyKind = ImportKind<ImportRow, ImportedRecord>;

export function importKind<Row extends object, T>(kind: ImportKind<Row, T>): AnyKind {
  // The cast is safe: a kind's functions get only rows of its own class and records made by its own `blank`.
  return kind as unknown as AnyKind;
}
