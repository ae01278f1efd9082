import type { BackupPlace } from '../../adapters/files/backup-place.js';
import { ignore, opened, type DatabaseConnections } from '../../adapters/postgres/pool.js';
import { copyOut } from '../../adapters/storage/backup/copied-tables.js';
import { keptTables, sequenceStates } from '../../adapters/storage/backup/kept-tables.js';
import type { FileStorage } from '../../application/areas/media/file-storage.js';
import type { Instant } from '../../domain/shared/instant.js';
import { closeAll, connect, type Opened } from '../database/database.js';
import { examineDatabase } from '../doctor/examine.js';
import type { Assembly } from '../extensions/assembly.js';
import type { Config } from '../settings/config.js';
import { beginLoading, finishLoading, loadBackup } from './load-backup.js';
import { fingerprints, markVerified, readManifest, type Manifest } from './manifest.js';
import { contentOf, copyAgain, filesOf, type SavedFile } from './saved-files.js';
import { DamagedBackup, isSame, sumOf } from './stored-content.js';
import { withThrowAwayDatabase } from './throw-away-database.js';

export interface Verification {
  readonly config: Config;
  readonly assembly: Assembly;
  /** the server on which the backup is restored */
  readonly connections: Pick<DatabaseConnections, 'patient'>;
  readonly signingKeys: readonly string[];
  /** where a damaged file is copied from again; null: it is only told */
  readonly originals: FileStorage | null;
  readonly now: Instant;
  readonly tell: (what: string) => void;
}

export interface Verified {
  readonly manifest: Manifest;
  /** the number of damaged files that were copied again */
  readonly repaired: number;
}

/** What the doctor says of every database that no service uses. */
const EXPECTED = new Set(['workers', 'outgoing']);

/**
 * Restores a backup into a database that is thrown away, compares all rows with those that were saved, reads all files, and asks the
 * doctor. Then it marks the backup as verified.
 * @throws DamagedBackup, and Error when it could not be found out
 */
export async function verifyBackup(given: Verification, place: BackupPlace, name: string): Promise<Verified> {
  const { config, assembly, connections, signingKeys, now, tell } = given;
  const manifest = await readManifest(place, name);
  const repaired = await readFiles(given, place, name, manifest);
  await withThrowAwayDatabase(connections, async (url) => {
    const database = { url, directUrl: null, poolSize: 2, ssl: config.database?.ssl ?? false };
    const copy = { ...config, database, poolSize: 2 };
    const there = await connect(copy, url, assembly.schema);
    try {
      const loading = { ...there, place, name, manifest, tell };
      await beginLoading(loading);
      await loadBackup(loading);
      await compare(there, manifest, tell);
      await finishLoading(loading);
    } finally {
      await closeAll(there).catch(ignore);
    }
    tell('asking the doctor');
    const hasKeys = manifest.signing_keys.every((key) => fingerprints(signingKeys).includes(key));
    const findings = await examineDatabase(copy, assembly, hasKeys);
    const worst = findings.find(({ check, status }) => status === 'fail' && !EXPECTED.has(check));
    if (worst) throw new Error(`the restored database is not sound: ${worst.check}: ${worst.detail}`);
  });
  await markVerified(place, name, now);
  return { manifest, repaired };
}

/** Reads every file of a backup to its end. Returns the number of those that it has copied again. */
async function readFiles(
  { originals, tell }: Verification,
  place: BackupPlace,
  name: string,
  { files }: Manifest,
): Promise<number> {
  if (files === null) return 0;
  const counts = { read: 0, repaired: 0 };
  for await (const file of filesOf(place, name, files)) {
    if (!(await isSound(place, file, originals))) counts.repaired += 1;
    counts.read += 1;
    tell(`${counts.read} of ${files.count} files`);
  }
  return counts.repaired;
}

/** False: the file was damaged, and was copied again. @throws DamagedBackup when it could not be */
async function isSound(place: BackupPlace, file: SavedFile, originals: FileStorage | null): Promise<boolean> {
  try {
    await sumOf(contentOf(place, file));
    return true;
  } catch (error) {
    if (!(error instanceof DamagedBackup)) throw error;
    if (originals === null)
      throw new DamagedBackup(`${error.message}: the next backup with --verify copies it again, if RECORDINGS still has it`, {
        cause: error,
      });
    if (!(await copyAgain(originals, place, file)))
      throw new DamagedBackup(`${error.message}, and RECORDINGS has lost it: remove it, and the next backup counts it as lost`, {
        cause: error,
      });
    return false;
  }
}

/** Compares what was restored with what was saved, by the same statements. */
async function compare({ connections }: Opened, { tables, sequences }: Manifest, tell: Verification['tell']): Promise<void> {
  const client = await opened(connections.patient);
  try {
    const restored = new Map((await keptTables(client)).map((table) => [table.name, table]));
    for (const saved of tables) {
      tell(`comparing ${saved.name}`);
      const table = restored.get(saved.name);
      if (!table) throw new DamagedBackup(`the table ${saved.name} is missing`);
      const rows = await copyOut(client, { ...table, columns: saved.columns });
      const sum = await sumOf(rows);
      if (rows.rowCount !== saved.rows || !isSame(sum, saved))
        throw new DamagedBackup(`the rows of ${saved.name} differ once restored`);
    }
    const states = await sequenceStates(client);
    if (JSON.stringify(states) !== JSON.stringify(sequences)) throw new DamagedBackup('the sequences differ once restored');
  } finally {
    await client.end();
  }
}
