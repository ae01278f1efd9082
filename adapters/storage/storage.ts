import type { MigrationInterface } from 'typeorm';
import type { Provision } from '../../application/kernel/provide.js';
import type { RecordType } from '../../application/transfer/import-kind.js';
import type { Eraser, PersonalTable } from './erasure/eraser.js';
import type { WaysOfRows } from '../queue/held-rows.js';
import type { EventFollower } from './outbox/event-follower.js';
import type { KeptRows } from './retention/pruning.js';
import type { Table } from './tables/table.js';
import type { StoredKind } from './transfer/stored-kinds.js';

/** One area's part of the database. */
export interface Storage {
  /**
   * The migrations that build and change the tables. Each class name ends with a time in milliseconds, by which the migrations
   * are ordered.
   */
  readonly migrations: readonly (new () => MigrationInterface)[];
  readonly tables: readonly Table[];
  /** for imports and exports: how each type of record is stored */
  readonly kinds: readonly (readonly [RecordType, StoredKind])[];
  /**
   * the tables with a column `due_at`, each with the name of the work that is done on a row when its time has come, and with what
   * leaves the service by this work
   */
  readonly due: readonly { readonly work: string; readonly table: Table; readonly leaves?: WaysOfRows }[];
  /** the rows that are deleted after some time; rows of all other tables are kept for good */
  readonly kept: readonly KeptRows[];
  /**
   * The ways in which the tables are emptied when a person is erased, in the order in which it is done. Each table stands here or in
   * `impersonal`.
   */
  readonly erases: readonly Eraser[];
  /** the tables that never hold anything about a customer, a lead or a caller */
  readonly impersonal: readonly Table[];
  /** those of them whose rows belong to a customer all the same: an erasure leaves them, and a copy for the person has them */
  readonly personal: readonly PersonalTable[];
  /** the parts that add rows for each event that is relayed */
  readonly followers: readonly Provision<EventFollower>[];
  /** the ports that the adapters of this area implement */
  readonly provides: readonly Provision[];
}

export function storage({
  migrations = [],
  tables = [],
  kinds = [],
  due = [],
  kept = [],
  erases = [],
  impersonal = [],
  personal = [],
  followers = [],
  provides = [],
}: Partial<Storage>): Storage {
  return { migrations, tables, kinds, due, kept, erases, impersonal, personal, followers, provides };
}

/** The names of all tables of several storages. */
export function tableNames(storages: readonly Storage[]): string[] {
  return storages.flatMap(({ tables }) => tables.map(({ name }) => name));
}
