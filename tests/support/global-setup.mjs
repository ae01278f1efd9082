import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import buildForTests from './build-for-tests.mjs';
import { createTemplate, dropDatabasesOfTests } from './template.mjs';

/**
 * Starts one PostgreSQL for the whole test run, unless TEST_DATABASE_URL names a server. It has a migrated database, and each test
 * file gets a copy of this template.
 */
export default async function setup() {
  buildForTests();
  const { url, stop } = process.env.TEST_DATABASE_URL ? await given(process.env.TEST_DATABASE_URL) : await embedded();
  process.env.SHOP_TEST_SERVER = url;
  globalThis.__stopPostgres = stop;
}

/** The server of TEST_DATABASE_URL. The services that test files share leave their databases to be dropped at the end. */
async function given(url) {
  await dropDatabasesOfTests(url);
  await createTemplate(url);
  return { url, stop: () => dropDatabasesOfTests(url) };
}

/** Starts the server of this run. The temporary files of all tests lie in a folder that is removed when the run ends. */
async function embedded() {
  const program = fileURLToPath(new URL('postgres-guard.mjs', import.meta.url));
  // In a session of its own, so that Ctrl-C does not reach it.
  const guard = spawn(process.execPath, [program], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(guard, 'exit');
  const [line] = await Promise.race([once(createInterface(guard.stdout), 'line'), ended]);
  if (typeof line !== 'string') throw new Error('PostgreSQL for the tests did not start');
  const { url, folder } = JSON.parse(line);
  process.env.TMPDIR = folder;
  const stop = async () => {
    guard.stdin.end();
    await ended;
  };
  return { url, stop };
}
