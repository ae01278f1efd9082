import pg from 'pg';
import type { DataSource } from 'typeorm';
import { Slots } from '../../slots.js';
import { PipelinedConnections } from './pipelined-connections.js';
import { preparePooled } from './pooled-query.js';
import { ANSWER_MS } from './timed-query.js';

export interface ServicePoolConfig extends pg.PoolConfig {
  /**
   * The database's own address, and the options of a session there, when the pool's connections lead to a pooler in transaction
   * mode. Null: they lead to the database itself.
   */
  readonly direct?: { readonly connectionString: string; readonly options: string } | null;
}

/**
 * The pool of connections, together with the pipelined connections to the same database. `Connections` takes a slot for each of
 * the pool's connections first: the pool serves those who wait in the order in which they came, but shops should take turns.
 */
export class ServicePool extends pg.Pool {
  readonly pipelined: PipelinedConnections;
  readonly slots: Slots;
  /** The connections of which each is a session of the database. Without a pooler, these are the pool's own. */
  readonly sessions: pg.Pool;
  /** true: a pooler gives a connection another session for each transaction */
  readonly isPooled: boolean;

  constructor({ direct = null, ...config }: ServicePoolConfig) {
    // Behind a pooler no session ends a statement that brings no limit, for example one of TypeORM.
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which pg's types leave out
    super(direct === null ? config : { ...config, onConnect: preparePooled, query_timeout: ANSWER_MS });
    this.isPooled = direct !== null;
    this.sessions = direct === null ? this : new pg.Pool({ ...config, ...direct });
    this.pipelined = new PipelinedConnections(this.options, this.isPooled);
    this.slots = new Slots(this.options.max);
    if (this.isPooled) this.sessions.on('error', () => undefined); // an idle one broke: the pool opens a new one when needed
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | void {
    const ended = Promise.all([this.pipelined.end(), this.isPooled && this.sessions.end()]).then(() => super.end());
    if (!callback) return ended;
    void ended.then(callback, callback);
  }
}

export function poolOf({ driver }: DataSource): ServicePool {
  // TypeORM types its driver's pool as `any`. The data source is opened with ServicePool as the class of its pool.
  return (driver as unknown as { readonly master: ServicePool }).master;
}
