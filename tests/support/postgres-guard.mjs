// The PostgreSQL of a test run, in a process of its own. It prints the server's address and a folder for the run's temporary files,
// and runs until its stdin is closed. The system closes it when the test run ends, even when the run was killed, so no server and
// no folder stay behind.
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownEmbeddedPostgres } from '../../dist/infrastructure/embedded-postgres/embedded-postgres.js';
import { prepareCluster } from './prepared-cluster.mjs';

const ended = new Promise((resolve) => process.stdin.resume().once('close', resolve));
// The terminal and programs that end the run may tell this process to end, too. It ends after the run.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
const folder = await mkdtemp(join(tmpdir(), 'shop-operations-test-'));
try {
  // When root runs the tests, PostgreSQL runs under another account, which must be able to enter the folder. Otherwise the
  // cluster would be made in another folder, which nothing removes.
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'database');
  await mkdir(dataDir);
  await prepareCluster(dataDir);
  const { url, stop } = await ownEmbeddedPostgres(dataDir);
  process.stdout.write(`${JSON.stringify({ url, folder })}\n`);
  await ended;
  await stop();
} finally {
  await removeWithServers();
}
process.exit(0);

/**
 * Removes the folder, and ends the servers of tests that were interrupted. The folder goes first, so that nothing starts such a
 * server again.
 */
async function removeWithServers() {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('postmaster.pid'));
  const lines = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8').catch(() => '')));
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  for (const pid of lines.map((text) => Number.parseInt(text, 10)).filter((id) => id > 0)) {
    try {
      process.kill(pid, 'SIGQUIT');
    } catch {
      // the server has ended by itself
    }
  }
}
