import type { EntitySchema, MigrationInterface } from 'typeorm';
import type { Storage } from '../storage/storage.js';

/** The tables of several storages, and the migrations that build them. */
export interface Schema {
  readonly tables: EntitySchema[];
  /** in the order in which they run */
  readonly migrations: (new () => MigrationInterface)[];
}

export function schemaOf(storages: readonly Storage[]): Schema {
  return {
    tables: storages.flatMap((storage) => storage.tables.map(({ schema }) => schema)),
    migrations: storages
      .flatMap((storage) => storage.migrations)
      .sort((one, other) => Number(timeOf(one)) - Number(timeOf(other))),
  };
}

/** Returns the time at the end of the migration's name. TypeORM orders the migrations by it, too. */
function timeOf({ name }: { readonly name: string }): string {
  return name.slice(-'1763700000000'.length);
}
