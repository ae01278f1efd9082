// Buys: P1: all writes of a unit of work are stored, or none, and a caught error of one of them cannot change that.
import type { ClientBase } from 'pg';
import type { Statement } from './database.js';
import { mustClose } from './database-errors.js';

/** A connection that was taken for some work. */
export interface Lease {
  readonly client: ClientBase;
  /** Called once, with how the work failed; null: it did not. */
  readonly end: (error: unknown) => void;
}

/** The transaction of one unit of work. It takes a connection when the first write comes. */
export class Transaction {
  private begun: Promise<Lease> | null = null;
  private lease: Lease | null = null;
  private state: 'open' | 'stored' | 'undone' = 'open';
  private reason: unknown = null;

  constructor(
    private readonly take: (first: Statement | null) => Promise<Lease>,
    /** true: the work of the unit ran before, and was ended by others */
    readonly isAgain = false,
  ) {}

  /** The error that ended the unit. Null: none has. It may be another error than the one that the unit's work threw. */
  get failure(): unknown {
    return this.reason;
  }

  /** True while reads must run in the transaction, to see the unit's own writes. */
  get hasBegun(): boolean {
    return this.lease !== null;
  }

  /** @param first the statement that needs the transaction first; null: something else does */
  async begin(first: Statement | null): Promise<ClientBase> {
    if (this.state !== 'open') throw new Error('a write came after its unit of work had ended');
    this.begun ??= this.open(first);
    return (await this.begun).client;
  }

  /**
   * Stores the writes of the unit.
   * @throws Error when a part of the unit has failed, even if its error was caught: without that part, nothing is stored
   */
  async commit(): Promise<void> {
    if (this.state === 'undone') throw new Error('a part of this unit of work failed, so nothing of it is stored');
    await this.end('stored', 'commit', null);
  }

  /** Ends the unit, so that nothing of it is stored and no write can follow. Does nothing when the unit has already ended. */
  async rollback(reason: unknown): Promise<void> {
    if (this.state !== 'open') return;
    this.reason = reason;
    await this.end('undone', 'rollback', reason).catch(() => undefined); // PostgreSQL rolls back what a closed connection had
  }

  private async open(first: Statement | null): Promise<Lease> {
    this.lease = await this.take(first);
    await this.lease.client.query('begin');
    return this.lease;
  }

  private async end(state: 'stored' | 'undone', statement: string, reason: unknown): Promise<void> {
    const { lease } = this;
    this.lease = null;
    this.state = state;
    if (!lease) return;
    let failure = reason;
    try {
      if (!mustClose(reason)) await lease.client.query(statement);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      lease.end(failure);
    }
  }
}
