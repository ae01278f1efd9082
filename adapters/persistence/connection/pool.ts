import pg from 'pg';
import type { DataSource } from 'typeorm';
import { Slots } from '../../slots.js';
import { PipelinedConnections } from './pipelined-connections.js';

/**
 * The pool of connections, together with the pipelined connections to the same database. `Connections` takes a slot for each of
 * the pool's connections first: the pool serves those who wait in the order in which they came, but shops should take turns.
 */
export class ServicePool extends pg.Pool {
  readonly pipelined: PipelinedConnections;
  readonly slots: Slots;

  constructor(config: pg.PoolConfig) {
    super(config);
    this.pipelined = new PipelinedConnections(this.options);
    this.slots = new Slots(this.options.max);
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | void {
    const ended = this.pipelined.end().then(() => super.end());
    if (!callback) return ended;
    void ended.then(callback, callback);
  }
}

export function poolOf({ driver }: DataSource): ServicePool {
  // TypeORM types its driver's pool as `any`. The data source is opened with ServicePool as the class of its pool.
  return (driver as unknown as { readonly master: ServicePool }).master;
}
