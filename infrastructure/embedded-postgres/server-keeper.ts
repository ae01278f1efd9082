import { setTimeout as sleep } from 'node:timers/promises';

import { disconnect } from './attach.js';
import type { Attachment } from './attach.js';
import { OWNER_NAME, isOwnedByService } from './claims.js';
import type { Cluster } from './cluster.js';
import { DatabaseInUse, EmbeddedPostgresError } from './errors.js';
import { tryToClaim } from './ownership.js';
import type { PostmasterFile } from './postmaster-file.js';
import { connectOrStart } from './running-server.js';

/** Before each attempt; a killed server's processes must have ended before another can start. */
const PATIENCE_MS: readonly number[] = [100, 300, 1000, 2000, 4000, 8000, 8000];

export interface KeeperOptions {
  /** how long to wait before each attempt; when the last one fails the server is given up */
  readonly patience?: readonly number[];
  /** what an operator should know */
  readonly tell?: (message: string) => void;
}

/** `waiting`: no failure, but a command line that is using the database for the moment. */
type Outcome = 'held' | 'waiting' | Error;

/**
 * Keeps the owner's lock and the server that it is held on: a connection that is lost is replaced, and a server that has
 * ended is started again in the same place.
 */
export class ServerKeeper {
  /** Why it gave up; as long as it has not, that is open. */
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

  /** From here on nothing is taken or started again; the lock itself ends with the connection. */
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
    for (let failures = 0; ; ) {
      await this.wait(patience[failures] ?? 0);
      if (this.isStopping()) return;
      const before = this.server.pid;
      const outcome = await this.attempt().catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
      if (outcome === 'held') {
        if (this.server.pid !== before) tell('the embedded database had ended by itself and was started again');
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
    return found.server.port === port ? new EmbeddedPostgresError('the embedded database cannot be taken again') : 'waiting';
  }

  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async wait(ms: number): Promise<void> {
    // Ends early when the service stops.
    await sleep(ms, undefined, { signal: this.stopping.signal, ref: false }).catch(() => undefined);
  }
}
