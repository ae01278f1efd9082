import type { ClientBase } from 'pg';
import { keptTables, type KeptTable } from '../backup/kept-tables.js';
import { foreignKeysOf, SHOP, type ForeignKey } from '../distribution/catalog.js';

/** A table of which an archive of a shop has the rows. */
export interface ArchivedTable extends KeptTable {
  /** the column with the id of the shop */
  readonly shop: string;
}

/** The tables with rows of shops that are in no archive, each with the reason. */
export const LEFT_OUT: ReadonlyMap<string, string> = new Map([
  ['api_keys', 'a key opens the deployment that has made it'],
  ['api_key_uses', 'it belongs to the keys'],
  ['idempotency_keys', 'nobody repeats a request elsewhere'],
  ['import_runs', 'an interrupted import is begun again'],
  ['outbox', 'events have their places in the feed of the deployment; who follows the new shop begins with an export'],
  ['pruned_events', 'it belongs to the events'],
  ['sandbox_outbox', 'it shows what the sandbox of the deployment got'],
  ['texts_taken', 'it orders the texts that leave the deployment at this moment'],
  ['webhooks', 'each has a secret, and its receiver expects the shop where it is'],
  ['webhook_deliveries', 'it belongs to the webhooks'],
]);

const SHOPS = 'shops';

/** The tables in the order in which an import adds their rows: a row comes after those that it refers to. */
export async function archivedTables(client: ClientBase): Promise<ArchivedTable[]> {
  const tables = (await keptTables(client)).flatMap((table): ArchivedTable[] => {
    if (table.name === SHOPS) return [{ ...table, shop: 'id' }];
    return table.columns.includes(SHOP) && !LEFT_OUT.has(table.name) ? [{ ...table, shop: SHOP }] : [];
  });
  return inOrder(tables, await foreignKeysOf(client));
}

function inOrder(tables: readonly ArchivedTable[], keys: readonly ForeignKey[]): ArchivedTable[] {
  const ordered = new Set<ArchivedTable>();
  const add = (table: ArchivedTable): void => {
    const targets = keys.filter((key) => key.table === table.name && key.target !== table.name).map(({ target }) => target);
    for (const other of tables) if (targets.includes(other.name) && !ordered.has(other)) add(other);
    ordered.add(table);
  };
  tables.forEach(add);
  return [...ordered];
}
