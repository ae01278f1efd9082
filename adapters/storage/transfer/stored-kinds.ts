import type { ImportedRecord, RecordType } from '../../../application/transfer/import-kind.js';
import type { ExtraRows } from '../records/extra-tables.js';
import type { RecordKind } from '../records/record-kind.js';

type Kind<T> = Pick<RecordKind<T>, 'table' | 'derived' | 'counted' | 'where'> & {
  /** by name: SQL for a value that is no column of the row `t`, but that the import of a referring record needs */
  readonly facts?: Readonly<Record<string, string>>;
  readonly beside?: readonly BesideValue[];
};

/**
 * A value of a record that stands in another table, under a value of the record's row. Imports read and write it together with the
 * row; exports read it.
 */
export interface BesideValue {
  readonly property: string;
  readonly type: 'text' | 'jsonb';
  /** the property of the row under whose value it stands; null in a row: it has none */
  readonly key: string;
  /** the SQL that reads the value for the row `t`; `$1` is the shop */
  readonly read: string;
  /**
   * Returns the statements that write the values after the rows. `$1` is the shop, `$2` the time if `isTimed`.
   * @param rows the SQL of a relation `s` with the columns `key` and `value`
   */
  readonly write: (rows: string) => readonly string[];
  readonly isTimed: boolean;
}

/** The parts of a kind's storage that an import or an export needs. */
export type StoredKind = Kind<ImportedRecord>;

export function stored<T>(record: RecordType, kind: Kind<T>): readonly [RecordType, StoredKind] {
  // Safe: each kind gets only its own records, from its table or from its import kind.
  return [record, kind as StoredKind];
}

/** Returns the kind with the fields of extensions, which stand beside its rows. @param extra undefined: it has none */
export function withExtra(kind: StoredKind, extra: ExtraRows | undefined): StoredKind {
  if (!extra) return kind;
  const value: BesideValue = {
    property: 'extra',
    type: 'jsonb',
    key: 'id',
    read: extra.read,
    write: extra.writes,
    isTimed: false,
  };
  return { ...kind, beside: [...(kind.beside ?? []), value] };
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
