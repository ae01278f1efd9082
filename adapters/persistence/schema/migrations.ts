import { storages } from '../storages.js';

/** All migrations, in the order in which they run. */
export const migrations = storages
  .flatMap((storage) => storage.migrations)
  .sort((one, other) => Number(timeOf(one)) - Number(timeOf(other)));

/** TypeORM also orders the migrations by the end of their names. */
function timeOf({ name }: { readonly name: string }): string {
  return name.slice(-'1763700000000'.length);
}
