import type { ImportedRecord } from '../../../application/import/import-kind.js';
import type { RecordType } from '../../../application/import/record-type.js';
import type { RecordKind } from '../records/record-kind.js';

type Kind<T> = Pick<RecordKind<T>, 'table' | 'derived' | 'counted' | 'where'> & {
  /** by name: SQL for a value that is no column of the row `t`, but that the import of a referring record needs */
  readonly facts?: Readonly<Record<string, string>>;
};

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
