import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import type { BackupPlace } from '../../adapters/files/backup-place.js';
import { ignore, opened, type DatabaseConnections } from '../../adapters/postgres/pool.js';
import { copyIn, setSequences, withoutRules } from '../../adapters/storage/backup/copied-tables.js';
import { anyTable, keptTables } from '../../adapters/storage/backup/kept-tables.js';
import { silenceCopy } from '../../adapters/storage/backup/silent-copy.js';
import { systemCodeOf } from '../../adapters/system-errors.js';
import { WAYS } from '../../domain/outgoing/pause.js';
import { knownTo, migrateRestored } from '../database/migrations.js';
import { inOneLine } from '../server/process-life.js';
import { tablePath, type Manifest } from './manifest.js';
import { DamagedBackup, readPacked } from './stored-content.js';

/** A backup, and the database into which it goes. */
export interface Loading {
  readonly dataSource: DataSource;
  readonly connections: Pick<DatabaseConnections, 'patient'>;
  readonly place: BackupPlace;
  readonly name: string;
  readonly manifest: Manifest;
  readonly tell: (what: string) => void;
}

/**
 * The state of a restore, as long as it is not finished: no process of the service uses the database meanwhile, and the same restore
 * can be taken up again.
 */
const BEGIN = [
  'create table unfinished_restore (backup text not null, loaded boolean not null)',
  'insert into unfinished_restore select $1, false',
] as const;

interface State {
  readonly backup: string;
  readonly loaded: boolean;
}

/**
 * Reserves an empty database for a backup.
 * @throws Error when the database is not empty, or this release does not know the tables of the backup
 */
export async function beginLoading({ dataSource, connections, name, manifest }: Loading): Promise<void> {
  const known = new Set(knownTo(dataSource));
  const unknown = manifest.migrations.filter((migration) => !known.has(migration));
  if (unknown.length > 0)
    throw new Error(
      `${name} was made by release ${manifest.release}, whose tables are unknown here (${unknown.join(', ')}): ` +
        'use that release or a newer one, with the same EXTENSIONS',
    );
  const client = await opened(connections.patient);
  try {
    await begun(client, name);
  } finally {
    await client.end();
  }
}

/** Brings the rows of a backup into its database, all or none. What an earlier, killed process has done is not done again. */
export async function loadBackup({ dataSource, connections, place, name, manifest, tell }: Loading): Promise<void> {
  const client = await opened(connections.patient);
  try {
    if ((await begun(client, name)).loaded) return;
    tell(`making the tables of release ${manifest.release}`);
    await migrateRestored(dataSource, new Set(manifest.migrations));
    await client.query('begin');
    const there = new Set((await keptTables(client)).map((table) => table.name));
    const tables = manifest.tables.map((table) => table.name);
    const missing = tables.find((table) => !there.has(table));
    if (missing !== undefined) throw new Error(`no migration of this release makes the table ${missing} of the backup`);
    await withoutRules(client, tables, async () => {
      for (const table of manifest.tables) {
        tell(`table ${table.name}: ${table.rows} rows`);
        // A migration may have filled it.
        await client.query(`delete from ${client.escapeIdentifier(table.name)}`);
        const path = tablePath(name, table.name);
        const rows = await copyIn(client, table, readPacked(place, path, table)).catch((error: unknown) => {
          throw isOfRows(error) ? new DamagedBackup(`${path} was changed: ${inOneLine(error)}`, { cause: error }) : error;
        });
        if (rows !== table.rows) throw new DamagedBackup(`${table.name} has ${rows} rows in place of ${table.rows}`);
      }
    });
    await setSequences(client, manifest.sequences);
    await client.query('update unfinished_restore set loaded = true');
    await client.query('commit');
  } finally {
    await client.end().catch(ignore); // what was not committed is undone
  }
}

/** PostgreSQL refuses changed rows before all of the file is read, and its hash is known: their form, a value or a rule is wrong. */
function isOfRows(error: unknown): boolean {
  return /^2[23]/.test(systemCodeOf(error));
}

/** Brings the tables up to date, and lets the service use the database: everything that would leave it is paused. */
export async function finishLoading({ dataSource, connections, name, tell }: Loading): Promise<void> {
  tell('bringing the tables up to date');
  await migrateRestored(dataSource, null);
  const client = await opened(connections.patient);
  try {
    await client.query('begin');
    await silenceCopy(client, `restored from ${name}`, WAYS);
    await client.query('drop table unfinished_restore');
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

async function begun(client: ClientBase, name: string): Promise<State> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('unfinished_restore') is not null as there`);
  if (rows[0]?.there === true) {
    const [state] = (await client.query<State>('select backup, loaded from unfinished_restore')).rows;
    if (state?.backup === name) return state;
    throw new Error(
      `the restore of ${state?.backup} into this database is not finished: go on with that one, or make a new database`,
    );
  }
  const table = await anyTable(client);
  if (table !== null) throw new Error(`this database is not empty, it has the table ${table}: make a new one`);
  await client.query('begin');
  await client.query(BEGIN[0]);
  await client.query(BEGIN[1], [name]);
  await client.query('commit');
  return { backup: name, loaded: false };
}
