import { setTimeout as sleep } from 'node:timers/promises';

import type { Client } from 'pg';

import { systemCodeOf } from '../../adapters/system-errors.js';
import { disconnect } from './attach.js';
import type { Attachment } from './attach.js';
import {
  OWNER_NAME,
  claimOwnership,
  claimWithoutVisitors,
  isOwnedByService,
  releaseOwnership,
  wasStartedByVisitor,
} from './claims.js';
import type { Cluster } from './cluster.js';
import { DatabaseInUse } from './errors.js';
import { connectOrStart } from './running-server.js';

const REFUSE_AFTER_MS = 1500; // the lock of a service that was killed or is stopping ends a moment after its process
const GIVE_UP_AFTER_MS = 10_000;
/** the most attempts to take the owner's lock back from a visitor that looked at it while leaving */
const LAST_ATTEMPTS = 20;

/** Connects to the server and takes the owner's lock on that connection. If no server runs, it starts one. */
export async function becomeOwner(cluster: Cluster): Promise<Attachment> {
  const began = Date.now();
  for (;;) {
    const found = await connectOrStart(cluster, { name: OWNER_NAME, startedBy: 'service' });
    const outcome = await tryToClaim(found.client);
    if (outcome === 'claimed') return found;
    await disconnect(found.client);
    const waited = Date.now() - began;
    if (waited > GIVE_UP_AFTER_MS || (outcome === 'owned' && waited > REFUSE_AFTER_MS)) {
      throw new DatabaseInUse(cluster.dataDir);
    }
    await sleep(50);
  }
}

/**
 * Tells whether the owner must leave the server running, because a visitor started it and a visitor still uses it. Then the last
 * visitor stops it. Otherwise the owner must stop it, and its locks keep others out until it disconnects.
 */
export async function leaveToVisitors(client: Client): Promise<boolean> {
  if (!(await wasStartedByVisitor(client)) || (await claimWithoutVisitors(client))) return false;
  await releaseOwnership(client);
  // A visitor that is still here will find the owner's lock free when it leaves.
  if (!(await claimWithoutVisitors(client))) return true;
  // The last visitor left at this moment. It may have found the owner's lock taken, and so have left the server to this owner.
  for (let attempt = 0; attempt < LAST_ATTEMPTS; attempt += 1) {
    const outcome = await tryToClaim(client);
    if (outcome !== 'later') return outcome === 'owned';
    await sleep(50);
  }
  return false;
}

export async function tryToClaim(client: Client): Promise<'claimed' | 'owned' | 'later'> {
  try {
    if (await claimOwnership(client)) return 'claimed';
    return (await isOwnedByService(client)) ? 'owned' : 'later';
  } catch (error) {
    // The connection is lost because the last visitor or the owner is stopping the server, so a later attempt can succeed.
    if (isConnectionLoss(error)) return 'later';
    throw error;
  }
}

/**
 * Tells whether an error means that the connection is lost. An SQL error does if its class is 57 (a shutdown) or 08 (a failed
 * connection). An error without an SQL state comes from the connection itself.
 */
export function isConnectionLoss(error: unknown): boolean {
  const code = systemCodeOf(error);
  return !/^[0-9A-Z]{5}$/.test(code) || code.startsWith('57') || code.startsWith('08');
}
