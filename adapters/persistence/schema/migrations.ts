import { storages } from '../storages.js';

/** Every migration there is, in the order in which they are carried out. */
export const migrations = storages
  .flatMap((storage) => storage.migrations)
  .sort((one, other) => Number(timeOf(one)) - Number(timeOf(other)));

/** TypeORM orders them by the end of their names, too. */
function timeOf({ name }: { readonly name: string }): string {
  return name.slice(-'1763700000000'.length);
}
