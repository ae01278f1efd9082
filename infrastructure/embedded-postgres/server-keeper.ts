import { setTimeout as sleep } from 'node:timers/promises';

import type { Client } from 'pg';

import { disconnect } from './attach.js';
import type { Attachment } from './attach.js';
import { OWNER_NAME, isOwnedByService } from './claims.js';
import type { Cluster } from './cluster.js';
import { DatabaseInUse, EmbeddedPostgresError } from './errors.js';
import { tryToClaim } from './ownership.js';
import type { PostmasterFile } from './postmaster-file.js';
import { connectOrStart } from './running-server.js';

/**
 * The waits in milliseconds before the attempts. They become longer, because all processes of a killed server must end before
 * another server can start.
 */
const PATIENCE_MS: readonly number[] = [100, 300, 1000, 2000, 4000, 8000, 8000];

export interface KeeperOptions {
  /** the waits in milliseconds before the attempts; after the last failed attempt the database counts as lost */
  readonly patience?: readonly number[];
  /** receives messages for the operator */
  readonly tell?: (message: string) => void;
}

/**
 * The result of one attempt. `waiting` does not count as a failure: the command line is using the database on another port for a
 * time.
 */
type Outcome = 'held' | 'waiting' | Error;

/**
 * Keeps the owner's lock and the server. If the connection with the lock is lost, the keeper takes the lock again. If the server
 * has ended, the keeper starts it again on the same port.
 */
export class ServerKeeper {
  /** Resolves with the reason when the last attempt has failed. Otherwise it stays pending. */
  readonly lost: Promise<Error>;
  private giveUp: (reason: Error) => void = () => undefined;
  private readonly stopping = new AbortController();
  private retaking: Promise<void> | undefined;

  constructor(
    private readonly cluster: Cluster,
    private held: Attachment,
    private readonly options: KeeperOptions,
  ) {
    this.lost = new Promise((resolve) => {
      this.giveUp = resolve;
    });
    this.watch();
  }

  get server(): PostmasterFile {
    return this.held.server;
  }

  /** The connection that holds the owner's lock. */
  get client(): Client {
    return this.held.client;
  }

  /**
   * Ends the attempts, so that no lock is taken and no server is started any more. The lock that is held ends with its
   * connection.
   */
  async stopRetaking(): Promise<void> {
    this.stopping.abort();
    await this.retaking;
  }

  async disconnect(): Promise<void> {
    await this.stopRetaking();
    await disconnect(this.held.client);
  }

  private watch(): void {
    this.held.client.once('end', () => {
      if (!this.isStopping()) this.retaking = this.retake();
    });
  }

  private async retake(): Promise<void> {
    const { patience = PATIENCE_MS, tell = () => undefined } = this.options;
    for (let failures = 0; ;) {
      await this.wait(patience[failures] ?? 0);
      if (this.isStopping()) return;
      const before = this.server.pid;
      const outcome = await this.attempt().catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
      if (outcome === 'held') {
        if (this.server.pid !== before) tell('the embedded database had stopped by itself and was started again');
        this.watch();
        return;
      }
      if (outcome === 'waiting' || this.isStopping()) continue;
      failures += 1;
      if (failures < patience.length) continue;
      this.giveUp(outcome);
      return;
    }
  }

  private async attempt(): Promise<Outcome> {
    const { port } = this.server;
    const start = { name: OWNER_NAME, startedBy: 'service', port, stopping: this.stopping.signal } as const;
    const found = await connectOrStart(this.cluster, start);
    if (found.server.port === port && (await tryToClaim(found.client)) === 'claimed') {
      this.held = found;
      return 'held';
    }
    const owned = await isOwnedByService(found.client).catch(() => false);
    await disconnect(found.client);
    if (owned) return new DatabaseInUse(this.cluster.dataDir);
    return found.server.port === port ? new EmbeddedPostgresError('the embedded database could not be claimed again') : 'waiting';
  }

  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async wait(ms: number): Promise<void> {
    // The wait ends early when the service stops.
    await sleep(ms, undefined, { signal: this.stopping.signal, ref: false }).catch(() => undefined);
  }
}
