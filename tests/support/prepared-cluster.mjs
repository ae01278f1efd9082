import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ownEmbeddedPostgres } from '../../dist/infrastructure/embedded-postgres/embedded-postgres.js';
import { withClient } from '../../workshop/harness/citus.mjs';
import { createTemplate } from './template.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The clusters that wait to be copied. To make one takes most of the time of a short test run. */
const KEPT = join(ROOT, 'node_modules/.cache/test-clusters');
const PERSISTENCE = 'dist/adapters/migrations';
const EMBEDDED = 'dist/infrastructure/embedded-postgres';

/**
 * Puts a cluster with the template database into a data folder. It copies the one that an earlier run has kept, if that was made
 * from the same migrations. Otherwise it makes one and keeps a copy.
 */
export async function prepareCluster(dataDir) {
  const kept = join(KEPT, await keyOf(dataDir));
  if (await isCopied(kept, join(dataDir, 'postgres'))) return;
  await makeCluster(dataDir);
  await keep(dataDir, kept);
}

/** Returns the name of the cluster that these sources make, on the file system of this data folder. */
async function keyOf(dataDir) {
  const made = (await readdir(join(ROOT, EMBEDDED))).map((name) => `${EMBEDDED}/${name}`);
  const migrations = new Set();
  for (const file of await readdir(join(ROOT, PERSISTENCE), { recursive: true })) {
    // A migration runs only when a storage lists it, so these modules count, too, but not what else they import.
    if (/(^|\/)storages?\.js$/.test(file)) made.push(join(PERSISTENCE, file));
    if (/(^|\/)\d{13}-[^/]+\.js$/.test(file)) await withImports(join(PERSISTENCE, file), migrations);
  }
  const own = ['tests/support/prepared-cluster.mjs', 'tests/support/template.mjs', 'package-lock.json'];
  const hash = createHash('sha256').update(String((await stat(dataDir)).dev));
  for (const file of [...made, ...migrations, ...own].sort()) hash.update(await readFile(join(ROOT, file)));
  return hash.digest('hex').slice(0, 32);
}

/** Returns a module of dist/, and all modules of dist/ that it imports. */
async function withImports(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const code = await readFile(join(ROOT, file), 'utf8');
  for (const [, path] of code.matchAll(/ from '(\.[^']+)'/g)) await withImports(join(dirname(file), path), found);
  return found;
}

async function makeCluster(dataDir) {
  const { url, stop } = await ownEmbeddedPostgres(dataDir);
  try {
    await withClient(url, (client) => hurry(client, new URL(url).password));
    await createTemplate(url);
  } finally {
    await stop();
  }
}

/** Makes the server as quick as tests need it. */
async function hurry(client, password) {
  // A test run does not need its data after a power cut, and its tables do not live long enough to need vacuuming.
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum'])
    await client.query(`alter system set ${setting} = off`);
  // Imports and the demo analyze their tables. A smaller sample is enough for the small tables of tests: analyzing a table of
  // 60,000 customers takes 200 ms of processor time with the default, 100.
  await client.query('alter system set default_statistics_target = 10');
  if (await canClone(client)) await client.query('alter system set file_copy_method = clone');
  await client.query('select pg_reload_conf()');
  // Most of the work of a new connection is to hash the password 4096 times. A password of the run needs no such protection.
  await client.query('set scram_iterations = 1');
  await client.query(`alter user current_user password ${client.escapeLiteral(password)}`);
}

/** Tells whether the kernel can copy the files of a template, which takes a fraction of the time that PostgreSQL takes. */
async function canClone(client) {
  try {
    await client.query('set file_copy_method = clone');
    await client.query('create database clone_probe strategy file_copy');
    await client.query('drop database clone_probe');
    return true;
  } catch {
    return false;
  }
}

/** Keeps a copy of a stopped cluster, and removes the clusters of other migrations. Without a copy, the next run makes a cluster. */
async function keep(dataDir, kept) {
  const half = `${kept}-${process.pid}`;
  await rm(KEPT, { recursive: true, force: true }).catch(() => undefined);
  await mkdir(KEPT, { recursive: true });
  if (await isCopied(join(dataDir, 'postgres'), half)) await rename(half, kept).catch(() => undefined);
}

/** Copies a folder with the owners of its files, because PostgreSQL reads only files of its own account. */
async function isCopied(from, to) {
  try {
    await promisify(execFile)('cp', ['-Rp', from, to]);
    return true;
  } catch {
    await rm(to, { recursive: true, force: true });
    return false;
  }
}
