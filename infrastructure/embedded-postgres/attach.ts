import { realpath } from 'node:fs/promises';
import { Socket } from 'node:net';

import { Client } from 'pg';

import { systemCodeOf } from '../../adapters/system-errors.js';
import { within } from '../../adapters/time-limit.js';
import type { Cluster } from './cluster.js';
import { DATABASE_USER } from './cluster-init.js';
import { isServing, readPostmasterFile } from './postmaster-file.js';
import type { PostmasterFile } from './postmaster-file.js';

export interface Attachment {
  readonly client: Client;
  readonly server: PostmasterFile;
}

const DISCONNECT_LIMIT_MS = 500;
const CANNOT_CONNECT_NOW = '57P03';

/**
 * Connects to the cluster's running server. The result is `busy` if the server exists, but is starting, recovering or shutting
 * down. It is `absent` if there is no server, or if the server cannot be reached for another reason.
 */
export async function attach(cluster: Cluster, name: string): Promise<Attachment | 'busy' | 'absent'> {
  const server = await readPostmasterFile(cluster.data);
  if (server === undefined || !(await isServing(server, cluster.data))) return 'absent';
  const client = connection(cluster, server.port, name);
  try {
    await client.connect();
    if (await serves(client, cluster.data)) return { client, server };
    await disconnect(client);
    return 'absent';
  } catch (error) {
    await disconnect(client);
    return systemCodeOf(error) === CANNOT_CONNECT_NOW ? 'busy' : 'absent';
  }
}

// The sockets of the connections, because `Client` does not show its own. When the server hangs, `Client.end` waits for ever, so
// `disconnect` destroys the socket.
const sockets = new WeakMap<Client, Socket>();

/** Ends a connection, also when the connection is broken or its server hangs. */
export async function disconnect(client: Client): Promise<void> {
  const ended = client.end().catch(() => undefined);
  await within(DISCONNECT_LIMIT_MS, ended, () => undefined);
  sockets.get(client)?.destroy();
}

function connection(cluster: Cluster, port: number, name: string): Client {
  const socket = new Socket();
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: DATABASE_USER,
    password: cluster.password,
    // An advisory lock holds only within its database, so all processes must lock in the same one. The service never drops or
    // renames the database `postgres`.
    database: 'postgres',
    application_name: name,
    ssl: false,
    stream: () => socket,
    connectionTimeoutMillis: 3000,
    query_timeout: 5000,
  });
  sockets.set(client, socket);
  // Without a listener, an `error` event of a lost connection would end this process.
  client.on('error', () => undefined);
  return client;
}

// Tells whether this is the server of the cluster. A crash can leave the server's lock file behind, and by now another server may
// use the port in it.
async function serves(client: Client, data: string): Promise<boolean> {
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  const shown = rows[0]?.data_directory;
  return shown !== undefined && (await realpath(shown).catch(() => shown)) === data;
}
