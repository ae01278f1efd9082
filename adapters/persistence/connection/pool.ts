import pg from 'pg';
import type { DataSource } from 'typeorm';
import { PipelinedConnections } from './pipelined-connections.js';

/** The pool of connections, together with the pipelined connections to the same database. */
export class ServicePool extends pg.Pool {
  readonly pipelined: PipelinedConnections;

  constructor(config: pg.PoolConfig) {
    super(config);
    this.pipelined = new PipelinedConnections(this.options);
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
