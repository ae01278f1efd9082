import { resolve } from 'node:path';
import { BackupFolder, type BackupPlace } from '../../adapters/files/backup-place.js';
import { bucketOf } from '../settings/config.js';
import { BACKUP_PLACE, BUCKET } from '../settings/settings.js';
import type { Config } from '../settings/config.js';

/** The place of backups at an address: a folder, or `s3://BUCKET/PREFIX`. */
export async function placeOf(address: string, { bucketServer }: Pick<Config, 'bucketServer'>): Promise<BackupPlace> {
  if (!address.startsWith(BUCKET)) return new BackupFolder(resolve(address.replace(/^file:/, '')));
  const { BackupBucket } = await import('../../adapters/files/s3-backups.js'); // the SDK loads slowly
  return new BackupBucket({ ...bucketOf(address), ...bucketServer });
}

/** A backup at an address: its place, and its name there. */
export async function backupAt(
  address: string,
  config: Pick<Config, 'bucketServer'>,
): Promise<{ place: BackupPlace; name: string }> {
  const { place, name } = partsOf(address);
  return { place: await placeOf(place, config), name };
}

function partsOf(address: string): { readonly place: string; readonly name: string } {
  const path = address.replace(/\/$/, ''); // as a shell completes it
  const end = path.lastIndexOf('/');
  return { place: end < 0 ? '.' : path.slice(0, end) || '/', name: path.slice(end + 1) };
}

/** Tells whether an address may be that of a backup. */
export function isBackupAddress(address: string): boolean {
  const { place, name } = partsOf(address);
  return BACKUP_PLACE.test(place) && name !== '';
}
