import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { openDataSource } from '../../adapters/areas/data-source.js';
import type { Schema } from '../../adapters/areas/schema.js';
import { makeFolder } from '../../adapters/files/made-folder.js';
import {
  HAS_CITUS,
  openConnections,
  opened,
  type DatabaseAddress,
  type DatabaseConnections,
} from '../../adapters/postgres/pool.js';
import { messageOf, systemCodeOf } from '../../adapters/system-errors.js';
import { inOneLine, type ClosingStack } from '../server/process-life.js';
import type { Config } from '../settings/config.js';

/** The settings with an address at which the database is opened. */
export type AddressSetting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL';

/** The database cannot be used at the address in a setting. The message is one line with the advice. */
export class AddressFailed extends Error {
  /** @param advice null: the problem does not show what must be changed */
  constructor(
    readonly setting: AddressSetting,
    readonly problem: string,
    readonly advice: string | null = null,
    cause?: unknown,
  ) {
    super(advice === null ? problem : `${problem}: ${advice}`, { cause });
  }

  /** The same with more words before it. */
  after(words: string): AddressFailed {
    return new AddressFailed(this.setting, `${words}: ${this.problem}`, this.advice, this.cause);
  }
}

/**
 * The identity of a database: the same for all instances that use it, at whatever address they reach it. A database that was
 * restored from a dump has another one, a copy of the server's files has the same.
 */
export async function databaseIdentity(dataSource: DataSource): Promise<string> {
  const [row] = await dataSource.query<[{ server: string; database: number }]>(
    `select system_identifier::text as server, (select oid::int8 from pg_database where datname = current_database()) as database
     from pg_control_system()`,
  );
  return `${row.server}-${row.database}`;
}

export interface OpenDatabase {
  readonly url: string;
  readonly embedded: boolean;
  /** Resolves with the reason when the embedded database of this process has ended for good. Otherwise it stays pending. */
  readonly lost: Promise<Error>;
  stop(): Promise<void>;
}

export type Visitor = 'visitor' | 'reader';

const SET_DIRECT = 'set DATABASE_DIRECT_URL to the address of PostgreSQL itself, see docs/operating.md';
const USE_NEWER = 'use PgBouncer 1.21 or newer';
/** SQLSTATE */
const CANNOT_CONNECT_NOW = '57P03';
/** The longest time for which a database may start. The time between two looks. */
const [STARTING_MS, LOOK_MS] = [60_000, 200];
const NEVER = new Promise<never>(() => undefined);

/**
 * Returns the address of the database: the one in DATABASE_URL or, if this is not set, that of the embedded database, which is
 * opened first. The service opens the embedded database as its owner. A command is a visitor: it uses the server that runs, or
 * starts one. Whoever leaves last stops the server. A reader is a visitor that makes no database where there is none.
 * @param tell receives warnings about the embedded database of an owner
 * @param progress receives what the start of the embedded database does
 */
export async function openDatabase(
  { database, dataDir }: Config,
  as: 'owner' | Visitor,
  tell?: (message: string) => void,
  progress?: (message: string) => void,
): Promise<OpenDatabase> {
  if (database) return { url: database.url, embedded: false, lost: NEVER, stop: () => Promise.resolve() };
  // Imported on demand: a deployment with an external database may not have the packages of the embedded one.
  const { ownEmbeddedPostgres, visitEmbeddedPostgres } = await import('../embedded-postgres/embedded-postgres.js');
  const { url, lost, stop } = await (as === 'owner'
    ? ownEmbeddedPostgres(dataDir, { tell, progress })
    : visitEmbeddedPostgres(dataDir, as === 'visitor'));
  return { url, embedded: true, lost, stop };
}

/** The ways to an open database. */
export interface Opened {
  readonly dataSource: DataSource;
  readonly connections: DatabaseConnections;
}

/** How long a command waits for a connection, in milliseconds. The person who typed it has more patience than the client of a call. */
const COMMAND_MS = 5_000;

interface ConnectOptions extends Pick<DatabaseAddress, 'waits'> {
  /** is told if the database starts */
  readonly tell?: (message: string) => void;
}

/**
 * Opens the connections to the database at an address, which may be that of a pooler.
 * @throws AddressFailed with one line that names the database and its host, without the password
 */
export async function connect(
  { poolSize, database }: Config,
  url: string,
  schema: Schema,
  { tell, waits = {} }: ConnectOptions = {},
): Promise<Opened> {
  const { directUrl = null, ssl = false } = database ?? {};
  const address = { url, directUrl, poolSize, ssl, waits };
  const open = (isCitus: boolean): Promise<DataSource> =>
    whenStarted(() => openDataSource({ ...address, isCitus, schema }), tell).catch((error: unknown) => {
      throw failed('DATABASE_URL', url, error);
    });
  let dataSource = await open(false);
  const [row] = await dataSource.query<{ citus: boolean }[]>(`select ${HAS_CITUS} as citus`);
  const isCitus = row?.citus === true;
  if (isCitus) {
    await dataSource.destroy();
    dataSource = await open(isCitus);
  }
  const connections = openConnections({ ...address, isCitus }, dataSource);
  try {
    await requireSettings(connections.pool, directUrl !== null);
    if (directUrl !== null) await requireDirect(connections, directUrl);
    return { dataSource, connections };
  } catch (error) {
    await closeAll({ dataSource, connections });
    throw failed('DATABASE_URL', url, error);
  }
}

/** Runs `open` again while the database starts or recovers from a crash, for at most STARTING_MS. */
async function whenStarted<T>(open: () => Promise<T>, waits?: (message: string) => void): Promise<T> {
  const began = performance.now();
  for (let isTold = false; ; isTold = true) {
    try {
      return await open();
    } catch (error) {
      if (systemCodeOf(error) !== CANNOT_CONNECT_NOW || performance.now() - began > STARTING_MS) throw error;
      if (!isTold) waits?.('waiting for the database, which is starting');
    }
    await sleep(LOOK_MS);
  }
}

async function requireDirect({ patient }: DatabaseConnections, directUrl: string): Promise<void> {
  const client = await opened(patient).catch((error: unknown) => {
    throw failed('DATABASE_DIRECT_URL', directUrl, error);
  });
  await client.end();
}

export async function closeAll({ dataSource, connections }: Opened): Promise<void> {
  await Promise.all([dataSource.destroy(), connections.pool.end()]);
}

function failed(setting: AddressSetting, url: string, error: unknown): AddressFailed {
  const { host, pathname } = new URL(url);
  return failureOf(error, setting).after(`the database ${pathname.slice(1)} at ${host} cannot be opened`);
}

/** Tells which address has failed, and why. A pooler refuses the options of a session that it does not pass on. */
export function failureOf(error: unknown, setting: AddressSetting = 'DATABASE_URL'): AddressFailed {
  if (error instanceof AddressFailed) return error;
  const isPooler = messageOf(error).includes('unsupported startup parameter');
  return new AddressFailed(setting, inOneLine(error), isPooler ? SET_DIRECT : null, error);
}

/** Checks that the sessions of the pool have the settings without which times would be wrong, or nothing would have a limit. */
async function requireSettings(pool: Pool, isPooled: boolean): Promise<void> {
  const { rows } = await pool.query<{ zone: string; style: string; limit: string }>(
    `select current_setting('timezone') as zone, current_setting('datestyle') as style, current_setting('statement_timeout') as limit`,
  );
  const [found] = rows;
  if (found?.zone !== 'UTC' || !found.style.startsWith('ISO'))
    throw new AddressFailed(
      'DATABASE_URL',
      `the pooler does not keep the time zone of its clients (it is ${found?.zone})`,
      USE_NEWER,
    );
  if (!isPooled && found.limit === '0')
    throw new AddressFailed('DATABASE_URL', 'a pooler answers there, which passes no limits on', SET_DIRECT);
}

/** Opens the database for a command. The stack closes everything that was opened, even when a later step fails. */
export async function visitDatabase(
  config: Config,
  schema: Schema,
  closing: ClosingStack,
  as: Visitor,
): Promise<Opened & { readonly embedded: boolean }> {
  const database = await openDatabase(config, as);
  closing.push(() => database.stop());
  const opened = await connect(config, database.url, schema, { waits: { connectionTimeoutMillis: COMMAND_MS } });
  closing.push(() => closeAll(opened));
  return { ...opened, embedded: database.embedded };
}

/**
 * Returns the configured signing keys. Only with the embedded database there may be none. Then the result is one key, which the
 * first call makes and stores in DATA_DIR.
 */
export async function signingKeys({ signingKeys: configured, dataDir }: Config): Promise<readonly [string, ...string[]]> {
  if (configured) return configured;
  const file = join(dataDir, 'signing-key');
  await makeFolder(dataDir);
  try {
    await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
  }
  return [(await readFile(file, 'utf8')).trim()];
}
