// The PostgreSQL of a test run, in a process of its own. It prints the server's address and a folder for the run's temporary files,
// and runs until its stdin is closed. The system closes it when the test run ends, even when the run was killed, so no server and
// no folder stay behind.
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownEmbeddedPostgres } from '../../dist/infrastructure/embedded-postgres/embedded-postgres.js';
import { prepareCluster } from './prepared-cluster.mjs';

/** A file system in memory that most Linux systems have. A container often has only 64 MB of it. */
const MEMORY = '/dev/shm';
/** The databases of a run take some 400 MB. The tests that npm runs by other names take more. */
const ENOUGH = 4 * 2 ** 30;

const ended = new Promise((resolve) => process.stdin.resume().once('close', resolve));
// The terminal and programs that end the run may tell this process to end, too. It ends after the run.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
const folder = await mkdtemp(join(tmpdir(), 'shop-operations-test-'));
const inMemory = await folderInMemory();
try {
  // When root runs the tests, PostgreSQL runs under another account, which must be able to enter the folder. Otherwise the
  // cluster would be made in another folder, which nothing removes.
  await chmod(folder, 0o755);
  const dataDir = join(inMemory ?? folder, 'database');
  await mkdir(dataDir);
  await prepareCluster(dataDir);
  const { url, stop } = await ownEmbeddedPostgres(dataDir);
  process.stdout.write(`${JSON.stringify({ url, folder })}\n`);
  await ended;
  await stop();
} finally {
  for (const made of [folder, inMemory]) if (made) await removeWithServers(made);
}
process.exit(0);

/**
 * Makes a folder for the databases in memory, where it takes less time to copy the many files of a template.
 * @returns null when the memory does not suffice, or when the system has no such file system
 */
async function folderInMemory() {
  if (process.env.TMPDIR) return null;
  try {
    const { bavail, bsize } = await statfs(MEMORY);
    if (Math.min(bavail * bsize, freemem() / 2) < ENOUGH) return null;
    const made = await mkdtemp(join(MEMORY, 'shop-operations-test-'));
    await chmod(made, 0o755); // for the account of PostgreSQL, see below
    return made;
  } catch {
    return null;
  }
}

/**
 * Removes a folder, and ends the servers of tests that were interrupted. The folder goes first, so that nothing starts such a
 * server again.
 */
async function removeWithServers(made) {
  const files = (await readdir(made, { recursive: true })).filter((file) => file.endsWith('postmaster.pid'));
  const lines = await Promise.all(files.map((file) => readFile(join(made, file), 'utf8').catch(() => '')));
  await rm(made, { recursive: true, force: true, maxRetries: 10 });
  for (const pid of lines.map((text) => Number.parseInt(text, 10)).filter((id) => id > 0)) {
    try {
      process.kill(pid, 'SIGQUIT');
    } catch {
      // the server has ended by itself
    }
  }
}
