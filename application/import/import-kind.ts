import type { Shop } from '../../domain/access/shop.js';
import type { Conversation } from '../../domain/conversations/conversation.js';
import type { Id } from '../../domain/shared/id.js';
import type { Instant } from '../../domain/shared/instant.js';
import type { Origin } from '../../domain/shared/origin.js';
import type { Class } from '../fields/field.js';
import type { ImportRow } from './import-row.js';
import type { RecordType } from './record-type.js';

/** A record as it is stored, with where it came from. */
export interface ImportedRecord {
  readonly id: string;
  readonly createdAt: Instant;
  readonly externalId: string | null;
  readonly origin: Origin;
}

/** What a row refers to, with the facts that its reference asks for. */
export interface Found {
  readonly id: string;
  readonly externalId: string | null;
  readonly [fact: string]: unknown;
}

/** Two columns that name one record of the shop: by our id, or by what it is called elsewhere. */
export interface Reference {
  /** Holds the record's own id when `write` gets the row, whichever of the two was given. */
  readonly column: string;
  readonly external: string;
  readonly to: RecordType;
  /** what is stored of it; `userId` of a staff member, else its id */
  readonly key?: 'id' | 'userId';
  /** a new record cannot do without; it cannot be cleared */
  readonly required?: boolean;
  /** properties of the record referred to that `write` asks for */
  readonly facts?: readonly string[];
}

/** A value that no two records of a shop share. */
export interface Unique {
  readonly column: string;
  readonly property: string;
  /** why a row is refused whose value another record holds */
  readonly taken: (holder: string) => string;
}

export interface RowContext {
  readonly shop: Shop;
  readonly now: Instant;
  /** the record is made of this row */
  readonly isNew: boolean;
  /** into an empty shop, from an export: what a record may lack in the service it may lack here */
  readonly restore: boolean;
  readonly newId: <Kind extends string>() => Id<Kind>;
  /** What a reference names, by its `column`, or goes on naming, if facts are asked of it; null: nothing. */
  readonly found: Readonly<Record<string, Found | null>>;
}

/** The record named by `reference`, with a row's record. */
export interface Moves<T> {
  readonly reference: string;
  move(target: Conversation & ImportedRecord, by: T): Conversation & ImportedRecord;
}

/** One kind of file: its columns, and how a row becomes a record or changes one. */
export interface ImportKind<Row extends object, T> {
  /** as the command line knows it */
  readonly name: string;
  /** what its rows are rows of */
  readonly record: RecordType;
  /** The columns, in the order of the template and of an export. */
  readonly row: Class<Row>;
  readonly references?: readonly Reference[];
  /** columns that a new record's row must have, and that no row can clear */
  readonly required?: readonly string[];
  readonly uniques?: readonly Unique[];
  /** the property of a number that a new record takes, the next free one, unless its row has one; it is one of `uniques` */
  readonly numbered?: string;
  /** Rows change the record that this reference names; they make none, and have no external id of their own. */
  readonly changes?: Reference;
  /** What one of its references names becomes another record with every row; what is restored is as it was. */
  readonly moves?: Moves<T>;
  /** a column that holds rows of another kind (NDJSON only), and that kind's reference to this record */
  readonly nested?: { readonly column: string; readonly kind: () => AnyKind; readonly reference: string };
  /** two rows as a template shows them; they import as they stand */
  readonly examples: readonly Readonly<Record<string, unknown>>[];
  /** What a new record is before its row. */
  blank(context: RowContext): T;
  /**
   * The record with what the row says: an absent column leaves what is there, null clears it. The same for a new record.
   * @throws ValidationError naming the column whose value breaks a rule
   */
  write(before: T, row: Row, context: RowContext): T;
  /** Records of the nested kind that a new record's row tells of in other columns; they come from where it comes from. */
  brings?(record: T, row: Row, context: RowContext): readonly Pick<ImportedRecord, 'id' | 'createdAt'>[];
  /** What an export writes where a column is not the record's property of that name, as the column's field would have read it. */
  readonly shown?: Readonly<Record<string, (record: T, shop: Shop) => unknown>>;
  /** columns that say something once: no record has them, so no export writes them */
  readonly importOnly?: readonly string[];
  /** Where a row is a part of a record: the parts, whose properties the columns are. A row that adds one counts as created. */
  parts?(record: T): readonly object[];
}

/** A kind whose types are forgotten: the engine treats all alike. */
export type AnyKind = ImportKind<ImportRow, ImportedRecord>;

export function importKind<Row extends object, T>(kind: ImportKind<Row, T>): AnyKind {
  // A kind's functions get only what its own row class has read and its own `blank` has made.
  return kind as unknown as AnyKind;
}
