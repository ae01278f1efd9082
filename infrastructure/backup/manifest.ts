import { createHash, createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { BackupPlace } from '../../adapters/files/backup-place.js';
import type { SequenceState } from '../../adapters/storage/backup/kept-tables.js';
import type { Instant } from '../../domain/shared/instant.js';
import { DamagedBackup, type StoredSum } from './stored-content.js';

/** A table in a backup. Its sums are those of its rows in the form of COPY. */
export interface SavedTable extends StoredSum {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

/** The manifest lists the parts of a backup, and says from what they were made. */
export interface Manifest {
  readonly format: number;
  readonly release: string;
  readonly postgresql: string;
  /** the moment whose state this is */
  readonly moment: Instant;
  readonly migrations: readonly string[];
  /** a fingerprint of each signing key, the first one first */
  readonly signing_keys: readonly string[];
  readonly tables: readonly SavedTable[];
  readonly sequences: readonly SequenceState[];
  /** null: files are not in this backup */
  readonly files: SavedFiles | null;
}

export interface SavedFiles {
  readonly count: number;
  readonly bytes: number;
  /** files that the tables name and the storage has lost */
  readonly lost: number;
  /** the list of the files */
  readonly list: StoredSum;
}

export const FORMAT = 1;
const MANIFEST = 'manifest.json';
/** The file that tells that a backup was verified. */
const VERIFIED = 'verified';
const NAME = /^backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;

/** A backup made at a time: `backup-2026-11-29T02-30-00.000Z`. A colon could not be in a name everywhere. */
export function nameAt(now: Instant): string {
  return `backup-${now.replaceAll(':', '-')}`;
}

/** The address of a backup, for people. */
export function addressOf({ address }: BackupPlace, name: string): string {
  return `${address.replace(/\/$/, '')}/${name}`;
}

export function timeOf(name: string): Instant {
  const [day = '', time = ''] = name.slice('backup-'.length).split('T');
  return `${day}T${time.replaceAll('-', ':')}` as Instant; // safe: the name was made of an instant
}

export function isNameOfBackup(name: string): boolean {
  return NAME.test(name);
}

export function tablePath(backup: string, table: string): string {
  return `${backup}/tables/${table}.copy.gz`;
}

/** A file by its hash. All backups of a place share it. */
export function filePath(sha256: string): string {
  return `files/${sha256.slice(0, 2)}/${sha256}`;
}

/** It tells keys apart and says nothing about them. */
export function fingerprints(signingKeys: readonly string[]): string[] {
  return signingKeys.map((key) => createHmac('sha256', key).update('shop-operations backup').digest('hex').slice(0, 16));
}

export async function writeManifest(place: BackupPlace, folder: string, manifest: Manifest): Promise<void> {
  await place.write(`${folder}/${MANIFEST}`, Readable.from([written(manifest)]));
}

export async function isBackup(place: BackupPlace, name: string): Promise<boolean> {
  return (await place.sizeOf(`${name}/${MANIFEST}`)) !== null;
}

/**
 * Reads the manifest of a backup, which has a hash of itself.
 * @throws DamagedBackup when it is not as it was written
 */
export async function readManifest(place: BackupPlace, name: string): Promise<Manifest> {
  const content = await place.read(`${name}/${MANIFEST}`);
  if (content === null) throw new DamagedBackup(`${addressOf(place, name)} is no backup: it has no ${MANIFEST}`);
  const found = await text(content);
  const manifest = parsed(found);
  if (manifest === null || written(manifest) !== found) throw new DamagedBackup(`${name}/${MANIFEST} was changed`);
  if (manifest.format !== FORMAT)
    throw new Error(`${name} has the format ${String(manifest.format)}, which only a newer release knows`);
  return manifest;
}

export async function markVerified(place: BackupPlace, name: string, now: Instant): Promise<void> {
  await place.write(`${name}/${VERIFIED}`, Readable.from([`${now}\n`]));
}

/** The backups of a place, the oldest first. */
export async function backupsIn(place: BackupPlace): Promise<{ readonly name: string; readonly verified: boolean }[]> {
  const backups: { name: string; verified: boolean }[] = [];
  for (const name of (await place.list('')).filter(isNameOfBackup).sort()) {
    const files = await place.list(name);
    if (files.includes(MANIFEST)) backups.push({ name, verified: files.includes(VERIFIED) });
  }
  return backups;
}

function written(manifest: Manifest): string {
  const { sha256: _, ...content } = manifest as Manifest & { readonly sha256?: string };
  const sha256 = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  return `${JSON.stringify({ ...content, sha256 }, null, 2)}\n`;
}

function parsed(found: string): Manifest | null {
  try {
    return JSON.parse(found) as Manifest; // its hash tells whether it is one
  } catch {
    return null;
  }
}
