import type { Position } from '../../application/operation/page.js';
import { statement, type Statement } from './database.js';

/** One present filter: an SQL condition on `t` with `?` for its value. */
export interface Condition {
  readonly sql: string;
  readonly value: unknown;
}

export interface Query {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

/**
 * The pages of one list, newest first, by keyset on (created_at, id). Every combination of filters is a statement of its
 * own, prepared once.
 */
export class KeysetPages {
  private readonly statements = new Map<string, Statement>();

  constructor(
    private readonly select: string,
    private readonly from: string,
  ) {}

  /** The first condition is the shop's. */
  page(conditions: readonly [Condition, ...Condition[]], limit: number, after: Position | null): Query {
    const values: unknown[] = [];
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const wheres = conditions.map(({ sql, value }) => sql.replace('?', () => parameter(value)));
    if (after) wheres.push(`(t.created_at, t.id) < (${parameter(after.at)}, ${parameter(after.id)})`);
    const text = `select ${this.select} from ${this.from} where ${wheres.join(' and ')}
      order by t.created_at desc, t.id desc limit ${parameter(limit)}`;
    return { statement: this.remembered(text), values };
  }

  private remembered(text: string): Statement {
    const known = this.statements.get(text) ?? statement(text);
    this.statements.set(text, known);
    return known;
  }
}

/** A condition where the filter was given. A filter that is null matches nothing, as `=` does with null. */
export function given(sql: string, value: unknown): Condition[] {
  return value === undefined ? [] : [{ sql, value }];
}
