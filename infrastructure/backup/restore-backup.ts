import type { DataSource } from 'typeorm';
import type { BackupPlace } from '../../adapters/files/backup-place.js';
import type { DatabaseConnections } from '../../adapters/postgres/pool.js';
import type { FileStorage } from '../../application/areas/media/file-storage.js';
import { beginLoading, finishLoading, loadBackup } from './load-backup.js';
import { fingerprints, readManifest, type Manifest } from './manifest.js';
import { contentOf, filesOf } from './saved-files.js';

/** Where a backup goes. */
export interface RestoreTarget {
  readonly dataSource: DataSource;
  readonly connections: Pick<DatabaseConnections, 'patient'>;
  readonly files: FileStorage;
  readonly signingKeys: readonly string[];
  /** true: the signing keys of the backup may be missing */
  readonly newKeys: boolean;
  readonly tell: (what: string) => void;
}

export interface RestoredBackup {
  readonly manifest: Manifest;
  /** false: the keys with which it was made are missing, so the secrets of the webhooks must be made anew */
  readonly hasOldKeys: boolean;
  readonly webhooks: number;
}

/**
 * Restores a backup into an empty database, as a copy that reaches nobody. A killed process is followed by another one: the files come
 * first and are harmless without rows, the rows come all at once, and the service refuses the database until the end.
 * @throws Error when the database is not empty, or the signing keys are others
 */
export async function restoreBackup(target: RestoreTarget, place: BackupPlace, name: string): Promise<RestoredBackup> {
  const { dataSource, connections, files, signingKeys, newKeys, tell } = target;
  const manifest = await readManifest(place, name);
  const here = fingerprints(signingKeys);
  const hasOldKeys = manifest.signing_keys.every((key) => here.includes(key));
  if (!newKeys && !hasOldKeys)
    throw new Error(
      'the backup was made under other signing keys: set SIGNING_KEYS to those (an embedded database has them in ' +
        'DATA_DIR/signing-key), or take --new-keys, after which the secrets of all webhooks must be made anew',
    );
  const loading = { dataSource, connections, place, name, manifest, tell };
  await beginLoading(loading);
  if (manifest.files) {
    let count = 0;
    for await (const file of filesOf(place, name, manifest.files)) {
      await files.put(file.shop, file.id, contentOf(place, file));
      count += 1;
      tell(`${count} of ${manifest.files.count} files`);
    }
  }
  await loadBackup(loading);
  await finishLoading(loading);
  const [found] = await dataSource.query<[{ n: number }]>('select count(*)::integer as n from webhooks where deleted_at is null');
  return { manifest, hasOldKeys, webhooks: found.n };
}
