import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { openDataSource } from '../../adapters/persistence/schema/data-source.js';
import type { Config } from '../settings/config.js';
import { inOneLine } from '../process/error-text.js';

export interface OpenDatabase {
  readonly url: string;
  readonly embedded: boolean;
  /** Why an embedded database that is owned has ended for good; as long as it has not, that is open. */
  readonly lost: Promise<Error>;
  stop(): Promise<void>;
}

const NEVER = new Promise<never>(() => undefined);

/**
 * The given database, or the embedded one: for the service, which owns it, or for a command, which visits it.
 * @param tell what an operator should know about a database that is owned
 */
export async function openDatabase(
  { database, dataDir }: Config,
  as: 'owner' | 'visitor',
  tell?: (message: string) => void,
): Promise<OpenDatabase> {
  if (database) return { url: database.url, embedded: false, lost: NEVER, stop: () => Promise.resolve() };
  // On demand: a deployment with a database of its own has none of it.
  const { ownEmbeddedPostgres, visitEmbeddedPostgres } = await import('../embedded-postgres/embedded-postgres.js');
  const { url, lost, stop } = await (as === 'owner' ? ownEmbeddedPostgres(dataDir, tell && { tell }) : visitEmbeddedPostgres(dataDir));
  return { url, embedded: true, lost, stop };
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
