import { errorProperty, messageOf, systemCodeOf } from '../system-errors.js';

const SHARD = /_\d+$/;

/** The name of the unique index that a write violated. Null: the write failed for another reason. */
export function violatedUnique(error: unknown): string | null {
  if (systemCodeOf(error) !== '23505') return null;
  const [name, table] = [errorProperty(error, 'constraint'), errorProperty(error, 'table')];
  if (typeof name === 'string' && name !== '') return withoutShard(name, String(table));
  // Citus passes on only the message of the server on which the row was refused. The number of the shard follows the name.
  const [indexOfShard = null] = messageOf(error)
    .split(/\W/)
    .filter((word) => SHARD.test(word));
  return indexOfShard?.replace(SHARD, '') ?? null;
}

/** A part of a distributed table has the number of its shard behind its name, and so have its indexes. */
function withoutShard(name: string, table: string): string {
  const [shard = ''] = SHARD.exec(table) ?? [];
  return name.endsWith(shard) ? name.slice(0, name.length - shard.length) : name;
}
