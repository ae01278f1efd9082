import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { foreignKeysOf } from '../distribution/catalog.js';
import type { KeptTable, SequenceState } from './kept-tables.js';

/** The rows of a table, as they leave the database. */
export interface CopiedRows extends AsyncIterable<Uint8Array> {
  /** known at the end */
  readonly rowCount: number;
}

/** Reads a table in the form of COPY, in one order on every server. */
export async function copyOut(client: ClientBase, { name, columns, order }: KeptTable): Promise<CopiedRows> {
  const { to } = await import('pg-copy-streams'); // requests do not copy
  const list = columns.map((column) => `t.${client.escapeIdentifier(column)}`).join(', ');
  return client.query(to(`copy (select ${list} from ${client.escapeIdentifier(name)} t order by ${order.join(', ')}) to stdout`));
}

/** Writes rows in the form of COPY, and returns their number. */
export async function copyIn(
  client: ClientBase,
  { name, columns }: Pick<KeptTable, 'name' | 'columns'>,
  rows: AsyncIterable<Uint8Array>,
): Promise<number> {
  const { from } = await import('pg-copy-streams');
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const copy = client.query(from(`copy ${client.escapeIdentifier(name)} (${list}) from stdin`));
  await pipeline(rows, copy);
  return copy.rowCount;
}

/**
 * Fills tables in any order: the foreign keys are dropped before, and added again after it, when PostgreSQL checks all rows at once.
 * Triggers do not run, because their effects are in the rows already. All of it belongs into one transaction.
 */
export async function withoutRules(client: ClientBase, tables: readonly string[], fill: () => Promise<void>): Promise<void> {
  const foreignKeys = await foreignKeysOf(client);
  const named = (name: string): string => client.escapeIdentifier(name);
  for (const { table, name } of foreignKeys) await client.query(`alter table ${named(table)} drop constraint ${named(name)}`);
  for (const table of tables) await client.query(`alter table ${named(table)} disable trigger user`);
  await fill();
  for (const table of tables) await client.query(`alter table ${named(table)} enable trigger user`);
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${named(table)} add constraint ${named(name)} ${definition}`);
}

export async function setSequences(client: ClientBase, states: readonly SequenceState[]): Promise<void> {
  for (const { name, last, called } of states)
    await client.query('select setval($1::regclass, $2, $3)', [client.escapeIdentifier(name), last, called]);
}
