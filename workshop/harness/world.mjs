import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { openDataSource } from '../../dist/adapters/areas/data-source.js';
import { HAS_CITUS, openConnections } from '../../dist/adapters/postgres/pool.js';
import { KeyRing } from '../../dist/application/areas/access/manage-keys.js';
import { CreateShop } from '../../dist/application/areas/access/manage-shops.js';
import { closeAll } from '../../dist/infrastructure/database/database.js';
import { migrateUp } from '../../dist/infrastructure/database/migrations.js';
import { ownEmbeddedPostgres } from '../../dist/infrastructure/embedded-postgres/embedded-postgres.js';
import { createContainer } from '../../dist/infrastructure/modules/container.js';
import { createLog } from '../../dist/infrastructure/server/logger.js';
import { readConfig } from '../../dist/infrastructure/settings/config.js';

import packageJson from '../../package.json' with { type: 'json' };
import { withClient } from './citus.mjs';
import { atEnd, openFolder } from './ending.mjs';
import { ended, parentOf } from './processes.mjs';
import { until } from './servers.mjs';

const SIGNING_KEYS = 'a-signing-key-of-the-workshop';
export const MAIN = fileURLToPath(new URL('../../bin/start.mjs', import.meta.url));
/**
 * The settings of `startInstance` for a service whose limits are checked and never reached, as the cost of a check counts, too.
 */
export const NEVER_LIMITED = { RATE_LIMIT: '1000000000', READ_BUDGET: '1000000000', WRITE_BUDGET: '1000000000' };
/**
 * The flags of Node with which `npm start` and the image start the service. Servers that it is compared with get the same flags.
 */
const NODE_FLAGS = packageJson.scripts.start.match(/--\S+/g);

/**
 * Opens a database with one shop. `startInstance` starts an instance of the built service on it, and can be called several times.
 * @param given the address of an empty database; null: a new embedded database
 * @param provisioned migrates the database at an address, with some settings, and makes shops with keys: `[{ shop, token }]`
 */
export async function openWorld(given = null, provisioned = provision) {
  const folder = await openFolder();
  const database = given === null ? await ownEmbeddedPostgres(folder) : { url: given, stop: () => Promise.resolve() };
  const recordings = join(folder, 'recordings');
  const env = {
    ...process.env,
    ...{ DATABASE_URL: database.url, DATA_DIR: folder, RECORDINGS: `file:${recordings}`, SIGNING_KEYS },
    ...{ PORT: '0', STOP_PAUSE: '0', DEMO: 'off', VIN_DECODER_URL: 'off', LOG_FORMAT: 'json' },
    ...{ RATE_LIMIT: '0', READ_BUDGET: '0', WRITE_BUDGET: '0' },
  };
  const shops = await provisioned(database.url, env);
  const sql = openSql(database.url);
  const running = new Set();
  const close = async () => {
    await Promise.all([...running].map(({ stop }) => stop()));
    await sql.end();
    await database.stop();
  };
  atEnd(close);
  return {
    databaseUrl: database.url,
    /** a folder for files, which is removed at the end */
    folder,
    /** the folder of recordings and attachments, which all instances share */
    recordings,
    /** the settings of all instances */
    env,
    shops,
    ...shops[0],
    sql,
    /**
     * @param more settings in addition to those of all instances, which turn the limits of keys off
     * @param main the main module of another version
     * @returns its `url`, `pid` and `child`, a `token` of the first shop, and `stop`
     */
    startInstance: async (more = {}, main = MAIN) => {
      const instance = await start(main, { ...env, ...more });
      running.add(instance);
      const stop = () => (running.delete(instance) ? ended(instance.child) : Promise.resolve());
      return Object.assign(instance, { token: shops[0].token, stop });
    },
    close,
  };
}

/** Opens the database with one connection, so that a transaction that one statement begins also holds for the next statements. */
function openSql(databaseUrl) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, idleTimeoutMillis: 0 });
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined)); // drills kill connections
  const rows = async (text, values = []) => (await pool.query(text, values)).rows;
  return {
    rows,
    row: async (text, values) => (await rows(text, values))[0],
    /** The number that a statement counts as `n`. */
    count: async (text, values) => Number((await rows(text, values))[0].n),
    /** Waits until a statement counts nothing any more. Returns what `until` returns. */
    untilNone: (text, values, mostMs, everyMs) =>
      until(async () => Number((await rows(text, values))[0].n) === 0, mostMs, everyMs),
    /** The process id of the database's main process, which is the parent of all its sessions. */
    postmaster: async () => parentOf((await rows('select pg_backend_pid() as pid'))[0].pid),
    end: () => (pool.ended ? Promise.resolve() : pool.end()),
  };
}

/** Makes shops with these names, each with a key, in a database that it migrates first. */
export function provision(url, _env, names = ['Northside Auto Care']) {
  return withUseCases(url, async (container) => {
    const made = [];
    for (const name of names) {
      const shop = await container.get(CreateShop).execute({ name });
      made.push({ shop, token: await mint(container, shop.id) });
    }
    return made;
  });
}

/** Mints more keys of a shop, and returns their tokens. */
export function mintKeys(url, shopId, amount) {
  return withUseCases(url, (container) => Promise.all(Array.from({ length: amount }, () => mint(container, shopId))));
}

async function mint(container, shop) {
  const { token } = await container.get(KeyRing).mint({ shop, name: 'workshop', scope: 'full' });
  return token;
}

async function withUseCases(url, work) {
  const { container, close } = await openUseCases(url);
  const result = await work(container);
  await close();
  return result;
}

/** Migrates a database, and returns the use cases on it. The caller closes them. */
export async function openUseCases(url, settings = {}) {
  const config = readConfig({ ...settings, SIGNING_KEYS, DATABASE_URL: url, VIN_DECODER_URL: 'off' }, false);
  const found = await withClient(url, (client) => client.query(`select ${HAS_CITUS} as citus`));
  const address = { url, poolSize: 4, ssl: false, isCitus: found.rows[0].citus };
  const dataSource = await openDataSource(address);
  const connections = openConnections(address, dataSource);
  await migrateUp(dataSource);
  const log = await createLog({ level: 'warn', format: 'json', requests: 'errors' });
  const container = createContainer({ config, connections, signingKeys: [SIGNING_KEYS], log });
  return { container, dataSource, close: () => closeAll({ dataSource, connections }) };
}

/** Starts a server and reads its whole log, as a collector of logs does. It keeps only the first 10,000 characters. */
export function start(file, env) {
  const child = spawn(process.execPath, [...NODE_FLAGS, file], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk) => {
    if (output.length < 10_000) output += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${file} ended: ${output}`)));
    child.stdout.on('data', (chunk) => {
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(String(chunk))?.[0];
      if (url) resolve({ url, pid: child.pid, child });
    });
  });
}
