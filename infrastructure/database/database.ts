import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { poolOf } from '../../adapters/persistence/connection/pool.js';
import { openDataSource } from '../../adapters/persistence/schema/data-source.js';
import type { Schema } from '../../adapters/persistence/schema/schema.js';
import { systemCodeOf } from '../../adapters/system-errors.js';
import type { ClosingStack } from '../process/closing-stack.js';
import type { Config } from '../settings/config.js';
import { failureOf, requireSessions } from './sessions.js';

export interface OpenDatabase {
  readonly url: string;
  readonly embedded: boolean;
  /** Resolves with the reason when the embedded database of this process has ended for good. Otherwise it stays pending. */
  readonly lost: Promise<Error>;
  stop(): Promise<void>;
}

const NEVER = new Promise<never>(() => undefined);

/**
 * Returns the address of the database: the one in DATABASE_URL or, if this is not set, that of the embedded database, which is
 * opened first. The service opens the embedded database as its owner. A command is a visitor: it uses the server that runs, or starts one for as long as it needs it.
 * @param tell receives messages for the operator about the embedded database of an owner
 */
export async function openDatabase(
  { database, dataDir }: Config,
  as: 'owner' | 'visitor',
  tell?: (message: string) => void,
): Promise<OpenDatabase> {
  if (database) return { url: database.url, embedded: false, lost: NEVER, stop: () => Promise.resolve() };
  // Imported on demand: a deployment with an external database may not have the packages of the embedded one.
  const { ownEmbeddedPostgres, visitEmbeddedPostgres } = await import('../embedded-postgres/embedded-postgres.js');
  const { url, lost, stop } = await (as === 'owner'
    ? ownEmbeddedPostgres(dataDir, tell && { tell })
    : visitEmbeddedPostgres(dataDir));
  return { url, embedded: true, lost, stop };
}

/**
 * Opens a pool of connections to the database at an address, which may be that of a pooler.
 * @throws AddressFailed with one line that names the database and its host, without the password
 */
export async function connect({ poolSize, database }: Config, url: string, schema: Schema): Promise<DataSource> {
  const { directUrl = null, ssl = false } = database ?? {};
  try {
    return await withSessions(await openDataSource({ url, directUrl, poolSize, ssl, schema }));
  } catch (error) {
    const failure = failureOf(error, directUrl !== null);
    const { host, pathname } = new URL(failure.setting === 'DATABASE_DIRECT_URL' && directUrl !== null ? directUrl : url);
    throw failure.after(`the database ${pathname.slice(1)} at ${host} cannot be opened`);
  }
}

async function withSessions(dataSource: DataSource): Promise<DataSource> {
  try {
    await requireSessions(poolOf(dataSource));
    return dataSource;
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

/** Opens the database for a command. The stack closes everything that was opened, even when a later step fails. */
export async function visitDatabase(
  config: Config,
  schema: Schema,
  closing: ClosingStack,
): Promise<{ readonly embedded: boolean; readonly dataSource: DataSource }> {
  const database = await openDatabase(config, 'visitor');
  closing.push(() => database.stop());
  const dataSource = await connect(config, database.url, schema);
  closing.push(() => dataSource.destroy());
  return { embedded: database.embedded, dataSource };
}

/**
 * Returns the configured signing keys. Only with the embedded database there may be none. Then the result is one key, which the
 * first call makes and stores in DATA_DIR.
 */
export async function signingKeys({ signingKeys: configured, dataDir }: Config): Promise<readonly [string, ...string[]]> {
  if (configured) return configured;
  const file = join(dataDir, 'signing-key');
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
  }
  return [(await readFile(file, 'utf8')).trim()];
}
