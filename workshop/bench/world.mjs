import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDataSource } from '../../dist/adapters/areas/data-source.js';
import { openConnections } from '../../dist/adapters/postgres/pool.js';
import { CreateShop } from '../../dist/application/areas/access/manage-shops.js';
import { MintKey } from '../../dist/application/areas/access/manage-keys.js';
import { closeAll } from '../../dist/infrastructure/database/database.js';
import { migrateUp } from '../../dist/infrastructure/database/migrations.js';
import { ownEmbeddedPostgres } from '../../dist/infrastructure/embedded-postgres/embedded-postgres.js';
import { createContainer } from '../../dist/infrastructure/modules/container.js';
import { createLog } from '../../dist/infrastructure/server/logger.js';
import packageJson from '../../package.json' with { type: 'json' };
import { seed } from './seed.mjs';

export const SIGNING_KEYS = 'a-signing-key-of-the-benchmark';
/** A limit that is never reached. The limits are not switched off, because the cost of checking them must be measured, too. */
const MANY = '1000000000';

/** Opens a new database with this many leads and shops, and starts the built service and the baseline on it. */
export async function openWorld(rows, shops) {
  const { dataDir, postmaster, ...postgres } = await ownDatabase();
  const provisioned = await provisionShops(postgres.url, ['Northside Auto Care', ...Array.from({ length: shops - 1 }, shopName)]);
  const [{ shop, token }] = provisioned;
  const ids = provisioned.map((one) => one.shop.id);
  const { leads } = await seed(postgres.url, ids, rows);
  const env = { ...process.env, DATABASE_URL: postgres.url };
  const service = await start('../../dist/infrastructure/main.js', {
    ...env,
    ...{ RATE_LIMIT: MANY, READ_BUDGET: MANY, WRITE_BUDGET: MANY },
    // A worker would hand the events of both servers on while requests are measured.
    ...{ SIGNING_KEYS, ROLE: 'web', PORT: '0', STOP_PAUSE: '0' },
    ...{ DEMO: 'off', VIN_DECODER_URL: 'off', LOG_FORMAT: 'json', DATA_DIR: dataDir },
  });
  const baseline = await start('./baseline.mjs', { ...env, TOKEN: token, SHOP: JSON.stringify(shop) });
  return {
    token,
    leads,
    service,
    baseline,
    postmaster,
    close: async () => {
      for (const { child } of [service, baseline]) await ended(child);
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function shopName(_, index) {
  return `Shop ${index + 2}`;
}

/** Starts an embedded PostgreSQL in a new folder, or again in one of an earlier call. The caller removes the folder. */
export async function ownDatabase(known) {
  const dataDir = known ?? (await mkdtemp(join(tmpdir(), 'shop-operations-bench-')));
  // When root runs this program, PostgreSQL runs under another account, which must be able to enter the folder. Otherwise the
  // cluster would be made in another folder, which nothing removes.
  await chmod(dataDir, 0o755);
  const { url, stop } = await ownEmbeddedPostgres(dataDir);
  const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid');
  const postmaster = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
  return { dataDir, url, postmaster, stop };
}

/** Migrates a database, and creates one shop with a key. */
export async function provision(url) {
  const [provisioned] = await provisionShops(url, ['Northside Auto Care']);
  return provisioned;
}

/** Migrates a database, and creates shops with these names, each with a key: `[{ shop, token }]`. */
export function provisionShops(url, names) {
  return withUseCases(url, async (container) => {
    const provisioned = [];
    for (const name of names) {
      const shop = await container.get(CreateShop).execute({ name });
      provisioned.push({ shop, token: await mint(container, shop.id) });
    }
    return provisioned;
  });
}

/** Mints more keys of a shop, and returns their tokens. */
export function mintKeys(url, shopId, amount) {
  return withUseCases(url, (container) => Promise.all(Array.from({ length: amount }, () => mint(container, shopId))));
}

async function mint(container, shop) {
  const { token } = await container.get(MintKey).execute({ shop, name: 'bench', scope: 'full' });
  return token;
}

/** Migrates a database, and runs work with the use cases on it. */
async function withUseCases(url, work) {
  const { container, close } = await openUseCases(url);
  const result = await work(container);
  await close();
  return result;
}

/** Migrates a database, and returns the use cases on it. The caller closes them. */
export async function openUseCases(url, folder = join(tmpdir(), 'shop-operations-bench-recordings')) {
  const address = { url, poolSize: 4, ssl: false };
  const dataSource = await openDataSource(address);
  const connections = openConnections(address, dataSource);
  await migrateUp(dataSource);
  const container = createContainer({
    config: {
      limits: { requests: 0, readBudget: 0, writeBudget: 0, authFailures: 0 },
      redis: null,
      texts: { provider: 'sandbox' },
      mail: null,
      recordings: { kind: 'folder', folder },
      vinDecoderUrl: null,
      importProvenance: true,
      publicUrl: null,
    },
    connections,
    signingKeys: [SIGNING_KEYS],
    log: await createLog({ level: 'warn', format: 'json', requests: 'errors' }),
  });
  return { container, dataSource, close: () => closeAll({ dataSource, connections }) };
}

/** The flags of Node with which `npm start` and the image start the service. The baseline gets the same flags. */
export const NODE_FLAGS = packageJson.scripts.start.match(/--\S+/g);

/** Starts a server and reads its whole log, as a collector of logs does. It keeps only the first 10,000 characters. */
export function start(file, env) {
  const child = spawn(process.execPath, [...NODE_FLAGS, fileURLToPath(new URL(file, import.meta.url))], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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

/** Stops a child process, and resolves when it has ended, even if it ended before this call. */
export function ended(child) {
  child.removeAllListeners('exit');
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });
}
