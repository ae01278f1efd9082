import { setTimeout as sleep } from 'node:timers/promises';

import type { Client } from 'pg';

import { disconnect } from './attach.js';
import type { Attachment } from './attach.js';
import { OWNER_NAME, claimOwnership, isOwnedByService } from './claims.js';
import type { Cluster } from './cluster.js';
import { DatabaseInUse, errorCode } from './errors.js';
import { connectOrStart } from './running-server.js';

const REFUSE_AFTER_MS = 1500; // a killed predecessor's lock ends a moment after it, a stopping one's server too
const GIVE_UP_AFTER_MS = 10_000;

/** Starts or adopts the server and holds the owner's lock on the returned connection. */
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

export async function tryToClaim(client: Client): Promise<'claimed' | 'owned' | 'later'> {
  try {
    if (await claimOwnership(client)) return 'claimed';
    return (await isOwnedByService(client)) ? 'owned' : 'later';
  } catch (error) {
    // The server went away under us: its last visitor or its owner is stopping it.
    if (isConnectionLoss(error)) return 'later';
    throw error;
  }
}

/** SQL errors of class 57 are shutdowns; what isn't an SQL error at all comes from the connection. */
export function isConnectionLoss(error: unknown): boolean {
  const code = errorCode(error);
  return !/^[0-9A-Z]{5}$/.test(code) || code.startsWith('57') || code.startsWith('08');
}
