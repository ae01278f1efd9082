import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.mjs';

const FIND = fileURLToPath(new URL('../.ci/pgbouncer', import.meta.url));

/** PgBouncer answers a second SIGTERM at once. After the first it waits until its clients have left, and ours stay. */
const PATIENCE_MS = 1000;

/**
 * Starts a real PgBouncer in transaction mode before a server, for all of its databases.
 * @param serverUrl an address on the server, with a user and a password
 * @param options other settings of PgBouncer
 */
export async function openPooler(serverUrl, options = {}) {
  const server = new URL(serverUrl);
  const folder = await mkdtemp(join(tmpdir(), 'shop-operations-pooler-'));
  await chmod(folder, 0o755); // PgBouncer refuses to run as root, and another account must read its files
  const port = await freePort();
  await writeFile(join(folder, 'users'), `"${decodeURIComponent(server.username)}" "${decodeURIComponent(server.password)}"\n`);
  await writeFile(join(folder, 'pgbouncer.ini'), settingsOf(server, port, folder, options));
  let child = await start(folder, port);
  return {
    port,
    get pid() {
      return child.pid;
    },
    /** the address through the pooler of a database at this address */
    through: (url) => {
      const through = new URL(url);
      through.hostname = '127.0.0.1';
      through.port = String(port);
      return through.href;
    },
    /** Ends PgBouncer by a signal, and starts it again on the same port. */
    restart: async (signal) => {
      await end(child, signal);
      child = await start(folder, port);
    },
    stop: async () => {
      await end(child, 'SIGQUIT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the PgBouncer of a test run, whose settings are in SHOP_TEST_POOLER. Null: the run is without one. */
export function poolerBefore(serverUrl) {
  const settings = process.env.SHOP_TEST_POOLER;
  return settings === undefined ? null : openPooler(serverUrl, JSON.parse(settings));
}

function settingsOf(server, port, folder, options) {
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(folder, 'users'),
    stats_users: decodeURIComponent(server.username),
    pool_mode: 'transaction',
    default_pool_size: 20,
    max_client_conn: 1000,
    max_prepared_statements: 1000,
    query_wait_timeout: 1,
    server_login_retry: 1,
    ...options,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  return `[databases]\n* = host=${server.hostname} port=${server.port}\n[pgbouncer]\n${lines.join('\n')}\n`;
}

async function start(folder, port) {
  const program = execFileSync(FIND, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
  const account = userInfo().uid === 0 ? ['-u', 'nobody'] : [];
  const log = join(folder, 'log');
  const file = await open(log, 'a');
  const child = spawn(program, [...account, join(folder, 'pgbouncer.ini')], { stdio: ['ignore', file.fd, file.fd] });
  await file.close();
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start: ${await readFile(log, 'utf8')}`);
    if (await isOpen(port)) return child;
    await sleep(20);
  }
}

async function end(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  if (await Promise.race([ended, sleep(PATIENCE_MS, null)])) return;
  child.kill(signal);
  await ended;
}

function isOpen(port) {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}
