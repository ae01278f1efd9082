import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownEmbeddedPostgres } from '../dist/infrastructure/embedded-postgres/embedded-postgres.js';
import { openDataSource } from '../dist/adapters/persistence/schema/data-source.js';
import { CreateShop } from '../dist/application/access/create-shop.js';
import { MintKey } from '../dist/application/access/mint-key.js';
import { createContainer } from '../dist/infrastructure/wiring/container.js';
import { migrateUp } from '../dist/infrastructure/database/migrations.js';
import { createLog } from '../dist/infrastructure/process/logger.js';
import packageJson from '../package.json' with { type: 'json' };
import { seed } from './seed.mjs';

export const SIGNING_KEYS = 'a-signing-key-of-the-benchmark';
/** High enough never to be reached, so that the limiter's work is measured too. */
const MANY = '1000000000';

/** A database of its own with one shop of `rows` leads and tasks, the built service and the baseline on it. */
export async function openWorld(rows) {
  const { dataDir, postmaster, ...postgres } = await ownDatabase();
  const { shop, token } = await provision(postgres.url);
  const seeded = await seed(postgres.url, shop.id, rows);
  const env = { ...process.env, DATABASE_URL: postgres.url, SIGNING_KEYS };
  const limits = { RATE_LIMIT: MANY, READ_BUDGET: MANY, WRITE_BUDGET: MANY };
  const service = await start('../dist/infrastructure/main.js', {
    ...env, ...limits, PORT: '0', STOP_PAUSE: '0', DEMO: 'off', VIN_DECODER_URL: 'off', LOG_FORMAT: 'json', DATA_DIR: dataDir,
  });
  const baseline = await start('./baseline.mjs', { ...env, TOKEN: token, SHOP: JSON.stringify(shop), TOOL_ITEMS: seeded.toolItems });
  return {
    rows, token, ...seeded, service, baseline, postmaster,
    close: async () => {
      for (const { child } of [service, baseline]) await ended(child);
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** An embedded PostgreSQL in a folder of its own, which is its caller's to remove. */
export async function ownDatabase() {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-operations-bench-'));
  // Where root runs it, PostgreSQL's own account must enter, or the cluster would lie elsewhere and stay.
  await chmod(dataDir, 0o755);
  const { url, stop } = await ownEmbeddedPostgres(dataDir);
  const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid');
  const postmaster = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
  return { dataDir, url, postmaster, stop };
}

export async function provision(url) {
  const dataSource = await openDataSource({ url, poolSize: 4, ssl: false });
  await migrateUp(dataSource);
  const limits = { requests: 0, readBudget: 0, writeBudget: 0, authFailures: 0 };
  const log = createLog({ level: 'warn', format: 'json', requests: 'errors' });
  const container = createContainer({ config: { limits, vinDecoderUrl: null, importProvenance: true }, dataSource, signingKeys: [SIGNING_KEYS], log });
  const shop = await container.get(CreateShop).execute({ name: 'Northside Auto Care' });
  const { token } = await container.get(MintKey).execute({ shop: shop.id, name: 'bench', scope: 'full' });
  await dataSource.destroy();
  return { shop, token };
}

/** As `npm start` and the image start the service; the baseline too. */
const NODE_FLAGS = packageJson.scripts.start.match(/--\S+/g);

/** Its log is read and thrown away, as a collector would read it. */
export function start(file, env) {
  const child = spawn(process.execPath, [...NODE_FLAGS, fileURLToPath(new URL(file, import.meta.url))], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => {
    if (said.length < 10_000) said += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${file} ended: ${said}`)));
    child.stdout.on('data', (chunk) => {
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(String(chunk))?.[0];
      if (url) resolve({ url, pid: child.pid, child });
    });
  });
}

/** Resolves when it has ended, by the stop or before. */
export function ended(child) {
  child.removeAllListeners('exit');
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });
}
