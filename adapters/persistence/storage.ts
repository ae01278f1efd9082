import type { MigrationInterface } from 'typeorm';
import type { RecordType } from '../../application/import/record-type.js';
import type { Provision } from '../../application/provide.js';
import type { StoredKind } from './transfer/stored-kinds.js';
import type { Table } from './tables/table.js';

/** One area's part of the database. */
export interface Storage {
  /** They build the tables and change them. The name of each ends with the time in milliseconds at which it was begun. */
  readonly migrations: readonly (new () => MigrationInterface)[];
  readonly tables: readonly Table[];
  /** how the records are stored that files bring and take */
  readonly kinds: readonly (readonly [RecordType, StoredKind])[];
  /** the ports that this area's adapters stand behind */
  readonly provides: readonly Provision[];
}

export function storage({ migrations = [], tables = [], kinds = [], provides = [] }: Partial<Storage>): Storage {
  return { migrations, tables, kinds, provides };
}
