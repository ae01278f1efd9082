import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { timedQuery, limitedQuery, requireTime, type Deadline } from './timed-query.js';
import type { Connections } from './connections.js';
import { isLost } from './database-errors.js';

/** A rollback may take this long even after the deadline, because it releases the locks. */
const ROLLBACK_MS = 300;

/**
 * The transaction of one unit of work. It takes a connection when the first write comes. TypeORM's transaction is not used,
 * because it would wait for ever on a connection that no longer answers.
 */
export class Transaction {
  private begun: Promise<PoolClient> | null = null;
  private client: PoolClient | null = null;
  private state: 'open' | 'stored' | 'undone' = 'open';
  private reason: unknown = null;

  constructor(
    private readonly connections: Connections,
    private readonly by: Deadline,
    /** true: the work of the unit ran before, and was ended by others */
    readonly isAgain = false,
  ) {}

  /** The error that ended the unit. Null: none has. It may be another error than the one that the unit's work threw. */
  get failure(): unknown {
    return this.reason;
  }

  /** The connection on which reads see the unit's own writes. Null before the first write and after the end. */
  openClient(): PoolClient | null {
    return this.client;
  }

  /** @param party see `partyOf` */
  async begin(party: string): Promise<PoolClient> {
    if (this.state !== 'open') throw new Error('a write came after its unit of work had ended');
    this.begun ??= this.open(party);
    return this.begun;
  }

  timedQuery<Row extends QueryResultRow>(client: PoolClient, query: QueryConfig): Promise<QueryResult<Row>> {
    return limitedQuery<Row>(client, this.connections.prepared(query), this.by, 'local');
  }

  /**
   * Stores the writes of the unit.
   * @throws Error when a part of the unit has failed, even if its error was caught: without that part, nothing is stored
   */
  async commit(): Promise<void> {
    if (this.state === 'undone') throw new Error('a part of this unit of work failed, so nothing of it is stored');
    if (this.client) requireTime(this.by);
    const client = this.end('stored');
    if (!client) return;
    try {
      await timedQuery(client, { text: 'commit' }, this.by);
    } catch (error) {
      this.connections.close(client);
      throw error;
    }
    this.connections.giveBack(client, null);
  }

  /**
   * Ends the unit, so that nothing of it is stored and no write can follow. Does nothing when the unit has already ended.
   * @param reason the error. After a lost connection there is no statement to send: the server rolls back by itself.
   */
  async rollback(reason: unknown): Promise<void> {
    if (this.state !== 'open') return;
    this.reason = reason;
    const client = this.end('undone');
    if (!client) return;
    const rolledBack =
      !isLost(reason) && (await timedQuery(client, { text: 'rollback' }, performance.now() + ROLLBACK_MS).then(yes, no));
    if (rolledBack) this.connections.giveBack(client, reason);
    else this.connections.close(client);
  }

  private async open(party: string): Promise<PoolClient> {
    const client = await this.connections.take(this.by, party);
    this.client = client;
    await timedQuery(client, { text: this.connections.beginning(this.by) }, this.by);
    return client;
  }

  private end(state: 'stored' | 'undone'): PoolClient | null {
    const { client } = this;
    this.client = null;
    this.state = state;
    return client;
  }
}

const yes = (): boolean => true;
const no = (): boolean => false;
