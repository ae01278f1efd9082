import { setTimeout as sleep } from 'node:timers/promises';

import { within } from '../../adapters/time-limit.js';
import { disconnect } from './attach.js';
import type { Attachment } from './attach.js';
import { VISITOR_NAME, announceVisit, claimAsLastVisitor } from './claims.js';
import { openCluster } from './cluster.js';
import type { Cluster } from './cluster.js';
import { EmbeddedPostgresError } from './errors.js';
import { becomeOwner, isConnectionLoss, leaveToVisitors } from './ownership.js';
import { connectOrStart, stopServer } from './running-server.js';
import { ServerKeeper } from './server-keeper.js';
import type { KeeperOptions } from './server-keeper.js';
import { ensureShopDatabase, shopDatabaseUrl } from './shop-database.js';

export interface EmbeddedPostgres {
  /** The address of the database `shop_operations` on 127.0.0.1. */
  readonly url: string;
  /** Tells whether this process owns the database: true for the service, false for a visitor. */
  readonly owner: boolean;
  /** Resolves with the reason when the owner's server has ended for good. Otherwise it stays pending. */
  readonly lost: Promise<Error>;
  readonly stop: () => Promise<void>;
}

const VISIT_LIMIT_MS = 10_000;
const LEAVE_LIMIT_MS = 1500;

/**
 * Opens the embedded database for the service. Starts the server, or takes over the server that a killed service left running,
 * and owns it until `stop`. If the server ends before that, it is started again. `stop` also stops the server, unless a visitor
 * started it and a visitor still uses it: then the last visitor stops it.
 * @throws DatabaseInUse when another running process owns the database
 */
export async function ownEmbeddedPostgres(dataDir: string, options: KeeperOptions = {}): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(dataDir);
  const held = await becomeOwner(cluster);
  const keeper = new ServerKeeper(cluster, held, options);
  const stop = once(async () => {
    // The lock is kept until the server has stopped, so that no other process takes over a server that is about to stop.
    await keeper.stopRetaking();
    // The time limit is for a server that hangs.
    const isLeft = await within(LEAVE_LIMIT_MS, leaveToVisitors(keeper.client), () => false).catch(() => false);
    if (!isLeft) await stopServer(cluster, keeper.server);
    await keeper.disconnect();
  });
  await orStop(stop, () => ensureShopDatabase(held.client));
  return { url: shopDatabaseUrl(cluster, held.server.port), owner: true, lost: keeper.lost, stop };
}

/**
 * Opens the embedded database for the command line. Uses the running server, whoever owns it, or starts one. The last visitor
 * stops a server that a visitor started, unless a service has taken the server over.
 */
export async function visitEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(dataDir);
  const { client, server } = await beginVisit(cluster);
  const stop = once(async () => {
    const isLast = await claimAsLastVisitor(client).catch(() => false);
    if (isLast) await stopServer(cluster, server);
    await disconnect(client);
  });
  await orStop(stop, () => ensureShopDatabase(client));
  return { url: shopDatabaseUrl(cluster, server.port), owner: false, lost: new Promise(() => undefined), stop };
}

async function beginVisit(cluster: Cluster): Promise<Attachment> {
  const deadline = Date.now() + VISIT_LIMIT_MS;
  while (Date.now() < deadline) {
    const found = await connectOrStart(cluster, { name: VISITOR_NAME, startedBy: 'visitor' });
    const announced = await announceVisit(found.client).catch((error: unknown) => {
      if (isConnectionLoss(error)) return false;
      throw error;
    });
    if (announced) return found;
    await disconnect(found.client); // the last visitor is stopping this server: wait for that, and then start a new one
    await sleep(50);
  }
  throw new EmbeddedPostgresError(`the embedded database in ${cluster.dataDir} is being stopped: try again`);
}

async function orStop(stop: () => Promise<void>, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    await stop();
    throw error;
  }
}

function once(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= action());
}
