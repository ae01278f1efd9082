import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient, QueryResult } from 'pg';
import type { Statement } from '../connection/database.js';
import type { ReadsElsewhere } from '../connection/reads-elsewhere.js';
import { queryOf, rowsOf } from '../connection/single-statements.js';
import { timedQuery, type Deadline } from '../connection/timed-query.js';
import { onlyRow } from './replica-pool.js';
import { hasReached, REPLICA_POSITION, strangeness, type LogPosition, type ReplicaPosition } from './log-position.js';

/** The server ends a statement this long before the client stops waiting for the answer. */
const WORD_MS = 100;
const END_MS = 500;
/** The waits for a replica that has not replayed enough. Together they are about as long as a healthy replica needs. */
const WAITS_MS = [1, 2, 4, 8, 16];

/** The replica cannot answer a call that needs the position. */
export class NotReplayed extends Error {}
/** The server must not be read. Its message says why. */
export class NoReplica extends Error {}

/**
 * The reads of one call on the replica. All of them are in one transaction with the look at the server's position, so they are on
 * the server that was looked at, even if a balancer or a pooler has several. Each read has a snapshot of its own: that of the
 * transaction would have been taken before the look.
 */
export class ReplicaCall implements ReadsElsewhere {
  /** the last read, because a connection takes one after the other */
  private last: Promise<unknown> = Promise.resolve();
  private trouble: unknown = null;
  private hasEnded = false;

  private constructor(
    private readonly client: PoolClient,
    private readonly by: Deadline,
  ) {}

  /**
   * @param position the least that the replica must have replayed
   * @throws NotReplayed, NoReplica, or the error of the connection
   */
  static async begin(pool: Pool, position: LogPosition, by: Deadline): Promise<ReplicaCall> {
    const call = new ReplicaCall(await pool.connect(), by);
    try {
      await call.require(position);
      return call;
    } catch (error) {
      call.trouble = error;
      call.end();
      throw error;
    }
  }

  /** The first error of the call on the replica. Null: everything that was read is good. */
  get failure(): unknown {
    return this.trouble;
  }

  async read<Row>(query: Statement, values: readonly unknown[]): Promise<Row[]> {
    return rowsOf<Row>(await this.next(() => timedQuery(this.client, queryOf(query, values), this.by)));
  }

  refuseWrite(): never {
    this.trouble ??= new Error('a call that reads on the replica must not write');
    throw this.trouble;
  }

  /**
   * Gives the connection back when the last read has ended. A read that comes later is refused. After an error the connection is
   * closed: it may be lost, and it may have plans that a migration has outdated.
   */
  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    void this.last.then(async () => {
      const isGood =
        (this.trouble === null || this.trouble instanceof NotReplayed) &&
        (await timedQuery(this.client, { text: 'commit' }, performance.now() + END_MS).then(
          () => true,
          () => false,
        ));
      this.client.release(!isGood);
    });
  }

  private async require(position: LogPosition): Promise<void> {
    let found = await this.look(beginning(this.by));
    for (const ms of WAITS_MS) {
      if (isReadable(found, position)) return;
      await sleep(ms);
      found = await this.look(REPLICA_POSITION.text);
    }
    if (!isReadable(found, position)) throw new NotReplayed('the replica has not replayed what the call needs');
  }

  private async look(text: string): Promise<ReplicaPosition> {
    // pg types the result of several statements as that of one.
    const answer: unknown = await this.next(() => timedQuery(this.client, { text }, this.by));
    return onlyRow((Array.isArray(answer) ? answer.at(-1) : answer) as QueryResult);
  }

  private next<T>(run: () => Promise<T>): Promise<T> {
    const answer = this.last.then(() => {
      if (this.hasEnded) throw new Error('a read came after its call had ended');
      return run();
    });
    this.last = answer.catch((error: unknown) => {
      this.trouble ??= error;
    });
    return answer;
  }
}

/** The limits are those of this transaction only, so they hold behind a pooler, too. */
function beginning(by: Deadline): string {
  const limit = Math.max(1, Math.floor(by - performance.now() - WORD_MS));
  return [
    'begin isolation level read committed read only',
    `set local statement_timeout = ${limit}`,
    `set local idle_in_transaction_session_timeout = ${limit}`,
    'set local plan_cache_mode = force_generic_plan',
    REPLICA_POSITION.text,
  ].join('; ');
}

/** @throws NoReplica when the server must not be read, whatever it has replayed */
function isReadable(found: ReplicaPosition, position: LogPosition): boolean {
  const reason = strangeness(found, position);
  if (reason !== null) throw new NoReplica(reason);
  return hasReached(found, position);
}
