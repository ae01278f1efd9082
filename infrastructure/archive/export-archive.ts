import type { ClientBase } from 'pg';
import { opened, type DatabaseConnections } from '../../adapters/postgres/pool.js';
import { archivedRows } from '../../adapters/storage/archive/archived-rows.js';
import { archivedTables, type ArchivedTable } from '../../adapters/storage/archive/archived-tables.js';
import type { FileStorage } from '../../application/areas/media/file-storage.js';
import type { Shop } from '../../domain/access/shop.js';
import type { CustomerId } from '../../domain/shared/id.js';
import type { Instant } from '../../domain/shared/instant.js';
import { buildInfo } from '../server/build-info.js';
import { FORMAT, writeArchive, type ArchiveEnd, type ArchiveHead } from './archive-file.js';
import { fileLines, MEDIA } from './archived-files.js';

/** The rows about a person, each with its table, within a transaction. */
export type PersonalRows = (client: ClientBase) => AsyncIterable<{ readonly table: string; readonly row: string }>;

export interface ArchiveSource {
  readonly connections: Pick<DatabaseConnections, 'patient'>;
  readonly files: FileStorage;
  readonly shop: Shop;
  readonly stopping: AbortSignal;
}

export interface WrittenArchive extends ArchiveEnd {
  /** files that the rows name and the storage has lost */
  readonly lost: number;
}

export interface PersonExport {
  readonly customer: CustomerId;
  readonly rows: PersonalRows;
}

/** Writes all rows and files of a shop as they are at one moment, or those about a person. */
export async function exportArchive(
  { connections, files, shop, stopping }: ArchiveSource,
  path: string,
  person?: PersonExport,
): Promise<WrittenArchive> {
  const client = await opened(connections.patient);
  let lost = 0;
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    const { rows: moments } = await client.query<{ moment: Instant }>('select now()::timestamptz(3) as moment');
    const applied = await client.query<{ name: string }>('select name from migrations order by "timestamp", id');
    const tables = await archivedTables(client);
    const head: ArchiveHead = {
      archive: person ? 'customer' : 'shop',
      format: FORMAT,
      release: buildInfo().version,
      migrations: applied.rows.map(({ name }) => name),
      moment: moments[0]?.moment ?? ('' as Instant),
      shop: { id: shop.id, name: shop.name },
      customer: person?.customer ?? null,
      tables: Object.fromEntries(tables.map(({ name, columns }) => [name, columns])),
    };
    const lines = async function* (): AsyncGenerator<readonly [kind: string, json: string]> {
      for await (const { table, row } of person ? person.rows(client) : allRows(client, tables, shop)) {
        yield [table, `{"kind":"${table}","row":${row}}`];
        // The moment of the database lasts until the files are read, too: otherwise all their names would be kept in memory.
        if (table === MEDIA && !(yield* fileLines(files, shop.id, row))) lost += 1;
      }
    };
    return { ...(await writeArchive(path, head, lines(), stopping)), lost };
  } finally {
    await client.end();
  }
}

async function* allRows(client: ClientBase, tables: readonly ArchivedTable[], shop: Shop): ReturnType<PersonalRows> {
  for (const table of tables)
    for await (const row of archivedRows(client, table, `t.${table.shop} = $1`, [shop.id])) yield { table: table.name, row };
}
