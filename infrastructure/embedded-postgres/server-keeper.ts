import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import { DatabaseInUse } from './errors.js';
import type { Visit } from './server.js';
import { enterAsOwner, leave } from './users.js';

/**
 * The waits in milliseconds before the attempts. They become longer, because all processes of a killed server must end before
 * another server can start.
 */
const PATIENCE_MS: readonly number[] = [100, 300, 1000, 2000, 4000, 8000, 8000];
const NEVER = new Promise<never>(() => undefined);

export interface KeeperOptions {
  /** the waits in milliseconds before the attempts; after the last failed attempt the database counts as lost */
  readonly patience?: readonly number[];
  /** receives warnings for the operator */
  readonly tell?: ((message: string) => void) | undefined;
  /** receives what the start does */
  readonly progress?: ((message: string) => void) | undefined;
}

/**
 * Keeps the owner's lock and the server. If the connection with the lock is lost, the keeper takes the lock again. If the server
 * has ended, the keeper starts it again on the same port.
 */
export class ServerKeeper {
  /** Resolves with the reason when the last attempt has failed. Otherwise it stays pending. */
  readonly lost: Promise<Error>;
  private readonly stopping = new AbortController();
  private readonly kept: Promise<Error | null>;

  constructor(
    private readonly cluster: Cluster,
    private held: Visit,
    private readonly options: KeeperOptions,
  ) {
    this.kept = this.keep();
    this.lost = this.kept.then((reason) => reason ?? NEVER);
  }

  /** Ends the attempts, and then the use of the server. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.kept;
    await leave(this.cluster, this.held, true);
  }

  /** @returns null: told to stop */
  private async keep(): Promise<Error | null> {
    const { signal } = this.stopping;
    let failure: Error | null = null;
    while (!failure) {
      await once(this.held.client, 'end', { signal }).catch(() => undefined); // also for an error of the connection
      if (signal.aborted) return null;
      failure = await this.retake();
    }
    return signal.aborted ? null : failure;
  }

  /** @returns the reason why the last attempt has failed; null: the server is held again */
  private async retake(): Promise<Error | null> {
    const { patience = PATIENCE_MS, tell } = this.options;
    const { pid, port } = this.held.server;
    const { signal } = this.stopping;
    let failure: Error | null = null;
    for (const pause of patience) {
      await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined); // told to stop: the pause ends early
      if (signal.aborted) return null;
      try {
        this.held = await this.enterAt(port);
        if (this.held.server.pid !== pid) tell?.('the embedded database had stopped by itself and was started again');
        return null;
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
      }
    }
    return failure;
  }

  private async enterAt(port: number): Promise<Visit> {
    const found = await enterAsOwner(this.cluster, { port, stopping: this.stopping.signal });
    if (found.server.port === port) return found;
    await leave(this.cluster, found, false);
    throw new DatabaseInUse(this.cluster.dataDir);
  }
}
