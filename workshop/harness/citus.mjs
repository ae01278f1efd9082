// Databases on the Citus cluster that CITUS_URL names: the coordinator, then the workers, with commas between them.
import { execFile } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { parentOf } from './processes.mjs';
import { until } from './servers.mjs';

const EXTENSIONS = ['citus', 'pg_trgm', 'btree_gin', 'btree_gist'];
const START_MS = 30_000;

/** The addresses of the servers; none: no cluster is named. */
export function citusServers() {
  return (process.env.CITUS_URL ?? '').split(',').filter((url) => url !== '');
}

export function databaseOf(server, name) {
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

export async function withClient(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Makes a database on every server, and joins some of them. */
export async function makeDatabase(servers, name, joined = servers) {
  for (const server of servers) {
    await withClient(server, (client) => client.query(`create database ${name}`));
    await withClient(databaseOf(server, name), async (client) => {
      for (const extension of EXTENSIONS) await client.query(`create extension ${extension}`);
    });
  }
  const [coordinator, ...workers] = joined.map((server) => new URL(server));
  await withClient(databaseOf(servers[0], name), async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [coordinator.hostname, Number(coordinator.port)]);
    for (const worker of workers) await addNode(client, worker);
  });
}

export function addNode(client, { hostname, port }) {
  return client.query('select citus_add_node($1, $2)', [hostname, Number(port)]);
}

/** Distributes the tables of a migrated database. The service must have been built. */
export async function distribute(url) {
  const { openDataSource } = await import('../../dist/adapters/areas/data-source.js');
  const { storages } = await import('../../dist/adapters/areas/storages.js');
  const { carryOut } = await import('../../dist/infrastructure/database/distribution.js');
  const { migrateUp } = await import('../../dist/infrastructure/database/migrations.js');
  const dataSource = await openDataSource({ url, poolSize: 2, ssl: false, isCitus: true });
  await migrateUp(dataSource);
  await carryOut(
    dataSource,
    storages.flatMap(({ tables }) => tables),
  );
  await dataSource.destroy();
}

export async function dropDatabase(servers, name) {
  for (const server of servers)
    await withClient(server, (client) => client.query(`drop database if exists ${name} with (force)`));
}

/** A server of this machine that can be killed and started again. */
export async function serverProcess(url) {
  const { pid, folder } = await withClient(url, async (client) => {
    const { rows } = await client.query(`select pg_backend_pid() as session, current_setting('data_directory') as folder`);
    return { pid: parentOf(rows[0].session), folder: rows[0].folder };
  });
  if (pid === null) throw new Error(`the server at ${new URL(url).host} is not on this machine`);
  const numberOf = (field) =>
    Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);
  const program = join(dirname(readlinkSync(`/proc/${pid}/exe`)), 'pg_ctl');
  const owner = { uid: numberOf('Uid'), gid: numberOf('Gid'), cwd: '/', env: { PATH: process.env.PATH } };
  const args = ['start', '-w', '-D', folder, '-l', join(folder, 'server.log')];
  // The sessions of a killed server end a moment after it, and until then no other one starts.
  const starts = () =>
    promisify(execFile)(program, args, owner).then(
      () => true,
      () => false,
    );
  return {
    kill: () => process.kill(pid, 'SIGKILL'),
    start: async () => {
      if ((await until(starts, START_MS)) === null) throw new Error(`the server at ${new URL(url).host} does not start`);
    },
  };
}
