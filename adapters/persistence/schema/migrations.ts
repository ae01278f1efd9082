import { storages } from '../storages.js';

/** All migrations, in the order in which they run. */
export const migrations = storages
  .flatMap((storage) => storage.migrations)
  .sort((one, other) => Number(timeOf(one)) - Number(timeOf(other)));

/** Returns the time at the end of the migration's name. TypeORM orders the migrations by it, too. */
function timeOf({ name }: { readonly name: string }): string {
  return name.slice(-'1763700000000'.length);
}
