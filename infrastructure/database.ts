import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { openDataSource } from '../adapters/persistence/data-source.js';
import type { Config } from './config.js';
import { inOneLine } from './plain-words.js';

export interface OpenDatabase {
  readonly url: string;
  readonly embedded: boolean;
  stop(): Promise<void>;
}

/** The given database, or the embedded one: for the service, which owns it, or for a command, which visits it. */
export async function openDatabase({ database, dataDir }: Config, as: 'owner' | 'visitor'): Promise<OpenDatabase> {
  if (database) return { url: database.url, embedded: false, stop: () => Promise.resolve() };
  // On demand: a deployment with a database of its own has none of it.
  const { ownEmbeddedPostgres, visitEmbeddedPostgres } = await import('./embedded-postgres/embedded-postgres.js');
  const { url, stop } = await (as === 'owner' ? ownEmbeddedPostgres(dataDir) : visitEmbeddedPostgres(dataDir));
  return { url, embedded: true, stop };
}

/** @throws one clear line that names the server and holds no password */
export async function connect({ poolSize, database }: Config, url: string): Promise<DataSource> {
  try {
    return await openDataSource({ url, poolSize, ssl: database?.ssl ?? false });
  } catch (error) {
    const { host, pathname } = new URL(url);
    throw new Error(`the database ${pathname.slice(1)} at ${host} cannot be opened: ${inOneLine(error)}`, { cause: error });
  }
}

/** The configured keys; with the embedded database they are made once and kept beside it. */
export async function signingKeys({ signingKeys: configured, dataDir }: Config): Promise<readonly [string, ...string[]]> {
  if (configured) return configured;
  const file = join(dataDir, 'signing-key');
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return [(await readFile(file, 'utf8')).trim()];
}
