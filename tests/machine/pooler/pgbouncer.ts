import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { eventually } from '../../support/eventually.js';

/** A PgBouncer in transaction mode before the server of the tests. */
export interface PgBouncer {
  /** the address through it of a database at this address */
  through(url: string): string;
  /** Ends all of its sessions when they are free, so that new ones begin. */
  reconnect(): Promise<void>;
  stop(): Promise<void>;
}

/** @param sessions the most sessions of a database */
export async function startPgBouncer(serverUrl: string, sessions: number): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const folder = await mkdtemp(join(tmpdir(), 'shop-operations-pooler-'));
  await chmod(folder, 0o755); // PgBouncer refuses to run as root, and another account must read its files
  const port = await freePort();
  await writeFile(join(folder, 'users'), `"${username}" "${password}"\n`);
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users')}
admin_users = ${username}
pool_mode = transaction
default_pool_size = ${sessions}
max_prepared_statements = 1000
`,
  );
  const through = (url: string): string => Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href;
  const admin = new URL(through(serverUrl));
  admin.pathname = '/pgbouncer';
  const child = startProgram(folder);
  const tell = async (command: string): Promise<boolean> => {
    const client = new pg.Client({ connectionString: admin.href });
    try {
      await client.connect();
      await client.query(command);
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined); // it may never have been open
    }
  };
  if (!(await eventually(() => tell('show version'), Boolean))) throw new Error('PgBouncer does not answer');
  return {
    through,
    reconnect: async () => void (await tell('reconnect')),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGQUIT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // safe: `address` returns a text only for a pipe
  server.close();
  return port;
}

function startProgram(folder: string): ChildProcess {
  const program = process.env['PGBOUNCER'] ?? execFileSync('bash', ['.ci/pgbouncer'], { encoding: 'utf8' }).trim();
  const account = userInfo().uid === 0 ? ['-u', 'nobody'] : [];
  return spawn(program, [...account, '-q', join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
}
