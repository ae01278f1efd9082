import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { OUTCOME_UNKNOWN } from '../../../domain/shared/errors.js';
import { partyOf, type Connections } from './connections.js';
import type { Statement } from './database.js';
import { isEndedByOthers, isStalePlan, mayRunElsewhere, MOST_RUNS } from './database-errors.js';
import type { Outages } from './outages.js';
import type { StatementKind } from './pipelined-connection.js';
import type { PipelinedConnections } from './pipelined-connections.js';
import type { Shares } from './shares.js';
import { ShortStatements } from './short-statements.js';
import { answerWithin, deadline, NO_DEADLINE, type Deadline } from './timed-query.js';

/** Runs statements outside of units of work: short ones on pipelined connections, all others on connections of the pool. */
export class SingleStatements {
  private readonly short = new ShortStatements();

  constructor(
    private readonly connections: Connections,
    private readonly pipelined: PipelinedConnections,
    private readonly shares: Shares,
    private readonly outages: Outages,
  ) {}

  async run<Row>(kind: StatementKind, query: Statement, values: readonly unknown[], by = deadline()): Promise<Row[]> {
    const lost = kind === 'write' ? OUTCOME_UNKNOWN : undefined;
    try {
      const answer = this.pipeline<Row>(kind, query, values, by);
      if (answer) return await answer;
    } catch (error) {
      if (error instanceof Error) Error.captureStackTrace(error); // it shows who sent the statement
      if (!mayRunElsewhere(error)) throw this.outages.refusalOf(error, lost);
      this.pipelined.noteRefused();
      if (!isStalePlan(error)) this.short.noteUnfit(query.name, performance.now());
      this.connections.judgePipelined(error);
    }
    return this.onPool<Row>(query, values, lost, by);
  }

  /** Runs a short statement among others on a pipelined connection. Null: it needs a connection of its own. */
  private pipeline<Row>(kind: StatementKind, query: Statement, values: readonly unknown[], by: Deadline): Promise<Row[]> | null {
    const now = performance.now();
    if (by === NO_DEADLINE || !this.short.isShort(query.name, now)) return null;
    return this.pipelined.run<Row & QueryResultRow>(
      kind,
      this.connections.prepared(queryOf(query, values)),
      answerWithin(by, now),
      now,
    );
  }

  /** @param lost the end of the refusal's message when the connection was lost */
  private async onPool<Row>(
    query: Statement,
    values: readonly unknown[],
    lost: string | undefined,
    by: Deadline,
  ): Promise<Row[]> {
    for (let run = 1; ; run += 1) {
      try {
        return await this.once<Row>(query, run === 1 ? queryOf(query, values) : parsedAnew(query, values), by);
      } catch (error) {
        if (run === MOST_RUNS || !isEndedByOthers(error)) throw this.outages.refusalOf(error, lost);
      }
    }
  }

  /**
   * Runs a statement once. It does not use `pool.query`, which would close the connection after every error, even after a unique
   * violation.
   */
  private async once<Row>({ name }: Statement, query: QueryConfig, by: Deadline): Promise<Row[]> {
    const client = await this.connections.take(by, partyOf(query.values ?? [])).catch((error: unknown) => {
      throw this.outages.refusalOf(error);
    });
    const share = this.shares.of(name);
    const began = performance.now();
    let failure: unknown = null;
    try {
      share.enter();
      const rows = rowsOf<Row>(await this.connections.run(client, query, by));
      this.short.noteRun(name, performance.now() - began);
      return rows;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      share.leave(failure);
      this.connections.giveBack(client, failure);
    }
  }
}

export const queryOf = ({ name, text }: Statement, values: readonly unknown[]): QueryConfig => ({
  name,
  text,
  values: values as unknown[],
});

/**
 * The statement without its name. PostgreSQL parses it anew, and no migration can come between the parsing and the run, so its plan
 * is never stale, on whichever connection it runs.
 */
export const parsedAnew = ({ text }: Statement, values: readonly unknown[]): QueryConfig => ({
  text,
  values: values as unknown[],
});

export function rowsOf<Row>({ rows }: QueryResult): Row[] {
  return rows as Row[]; // safe: the select list of the statement names the properties of `Row`
}
