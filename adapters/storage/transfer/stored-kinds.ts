import type { ImportedRecord, RecordType } from '../../../application/transfer/import-kind.js';
import type { RecordKind } from '../records/record-kind.js';

type Kind<T> = Pick<RecordKind<T>, 'table' | 'derived' | 'counted' | 'where'> & {
  /** by name: SQL for a value that is no column of the row `t`, but that the import of a referring record needs */
  readonly facts?: Readonly<Record<string, string>>;
  readonly beside?: BesideValue;
};

/**
 * A text of a record that stands in another table, under a value of the record's row. Imports read and write it together with the
 * row; exports read it.
 */
export interface BesideValue {
  readonly property: string;
  /** the property of the row under whose value the text stands; null in a row: it has none */
  readonly key: string;
  /** the SQL that reads the text for the row `t` */
  readonly read: string;
  /**
   * Returns the statements that write the texts after the rows. `$1` is the shop, `$2` the time.
   * @param rows the SQL of a relation `s` with the columns `key` and `value`
   */
  readonly write: (rows: string) => readonly string[];
}

/** The parts of a kind's storage that an import or an export needs. */
export type StoredKind = Kind<ImportedRecord>;

export function stored<T>(record: RecordType, kind: Kind<T>): readonly [RecordType, StoredKind] {
  // Safe: each kind gets only its own records, from its table or from its import kind.
  return [record, kind as StoredKind];
}

/** How every kind of record is stored. */
export class StoredKinds {
  private readonly kinds: ReadonlyMap<RecordType, StoredKind>;

  constructor(kinds: readonly (readonly [RecordType, StoredKind])[]) {
    this.kinds = new Map(kinds);
  }

  of(record: RecordType): StoredKind {
    const kind = this.kinds.get(record);
    if (!kind) throw new Error(`no storage is declared for ${record.name}`);
    return kind;
  }
}
