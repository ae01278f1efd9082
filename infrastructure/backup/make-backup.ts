import type { ClientBase } from 'pg';
import type { BackupPlace } from '../../adapters/files/backup-place.js';
import { ignore, opened, type DatabaseConnections } from '../../adapters/postgres/pool.js';
import { copyOut } from '../../adapters/storage/backup/copied-tables.js';
import { keptTables, sequenceStates, type KeptTable } from '../../adapters/storage/backup/kept-tables.js';
import type { FileStorage } from '../../application/areas/media/file-storage.js';
import type { Instant } from '../../domain/shared/instant.js';
import { buildInfo } from '../server/build-info.js';
import {
  addressOf,
  FORMAT,
  fingerprints,
  isBackup,
  nameAt,
  tablePath,
  writeManifest,
  type Manifest,
  type SavedTable,
} from './manifest.js';
import { saveFiles } from './saved-files.js';
import { storePacked } from './stored-content.js';

/** The database and the files that a backup saves, and the keys under which they were sealed. */
export interface BackupSource {
  readonly connections: Pick<DatabaseConnections, 'patient'>;
  /** null: files are not saved */
  readonly files: FileStorage | null;
  readonly signingKeys: readonly string[];
  readonly now: Instant;
  readonly stopping?: AbortSignal | undefined;
  /** is told what is done */
  readonly tell: (what: string) => void;
}

export interface MadeBackup {
  readonly name: string;
  readonly manifest: Manifest;
}

type Saved = Pick<Manifest, 'postgresql' | 'moment' | 'migrations' | 'tables' | 'sequences'>;

/**
 * Saves the database and the files as they are at one moment, while the service goes on. What is there under the name of a backup is
 * complete: it is written elsewhere and renamed, or its manifest is written last.
 */
export async function makeBackup(source: BackupSource, place: BackupPlace): Promise<MadeBackup> {
  const name = nameAt(source.now);
  if (await isBackup(place, name)) throw new Error(`${addressOf(place, name)} is there already`);
  const draft = place.draftOf(name);
  try {
    const saved = await saveTables(source, place, draft);
    // A file never changes, and the database has let its moment go: a long copy of files would hold up its vacuum.
    const files = source.files && (await saveFiles(source, source.files, place, draft, saved.tables));
    const { release, signing_keys } = { release: buildInfo().version, signing_keys: fingerprints(source.signingKeys) };
    const manifest: Manifest = { format: FORMAT, release, ...saved, signing_keys, files };
    await writeManifest(place, draft, manifest);
    await place.publish(name);
    return { name, manifest };
  } catch (error) {
    await place.remove(draft).catch(ignore); // what is left has no manifest, and a later backup removes it
    throw error;
  }
}

async function saveTables({ connections, stopping, tell }: BackupSource, place: BackupPlace, draft: string): Promise<Saved> {
  const client = await opened(connections.patient);
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    const { rows } = await client.query<{ moment: Instant; postgresql: string }>(
      `select now()::timestamptz(3) as moment, current_setting('server_version') as postgresql`,
    );
    const applied = await client.query<{ name: string }>('select name from migrations order by "timestamp", id');
    const [found] = rows;
    if (!found) throw new Error('PostgreSQL gave no row for a select without a table');
    const tables: SavedTable[] = [];
    const kept = await keptTables(client);
    for (const table of kept) {
      stopping?.throwIfAborted();
      tell(`table ${tables.length + 1} of ${kept.length}: ${table.name}`);
      tables.push(await saveTable(client, table, place, draft));
    }
    // A sequence has no past: it is read last, so that it is beyond each number in the tables.
    const sequences = await sequenceStates(client);
    return { ...found, migrations: applied.rows.map(({ name }) => name), tables, sequences };
  } finally {
    await client.end();
  }
}

async function saveTable(client: ClientBase, table: KeptTable, place: BackupPlace, draft: string): Promise<SavedTable> {
  const { name, columns } = table;
  const rows = await copyOut(client, table);
  const sum = await storePacked(place, tablePath(draft, name), rows);
  return { name, columns, rows: rows.rowCount, ...sum };
}
