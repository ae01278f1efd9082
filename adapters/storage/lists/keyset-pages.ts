import type { AnnotationFilter, Narrowing, Position } from '../../../application/kernel/operation/page.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { RememberedStatements, type Parameter } from '../statement.js';
import type { Database } from '../database.js';
import { recordsSql } from '../records/by-key.js';
import { conditionOf, type RecordKind } from '../records/record-kind.js';
import { andAll, matchesSql, rowsSql, type FoundBy } from './found-first.js';

/** A condition of a list: SQL on the table `t`, with one `?` for the value. Without a `?` there is no parameter, and the value is ignored. */
export interface ListCondition {
  readonly sql: string;
  readonly value: unknown;
}

/** The order of a list: by an instant, then by the id. */
export interface KeysetOrder {
  readonly by: string;
  readonly direction: 'asc' | 'desc';
}

/** The ids and the conditions that leave few records of a list. */
export interface Few {
  readonly ids?: readonly string[] | undefined;
  readonly foundBy?: FoundBy;
}

const NEWEST_FIRST: KeysetOrder = { by: 't.created_at', direction: 'desc' };

/**
 * The pages of one list, newest first, by keyset on (created_at, id). Every combination of filters has its own prepared
 * statement.
 */
export class KeysetPages<T> {
  private readonly statements: RememberedStatements;

  /** @param name the name of the list's statements */
  constructor(
    private readonly database: Database,
    private readonly kind: Pick<RecordKind<T>, 'select' | 'from' | 'where'>,
    name: string,
  ) {
    this.statements = new RememberedStatements(name);
  }

  /**
   * `$1` is the shop in the SQL of all conditions.
   * @param foundBy conditions that an index of words or of metadata answers. With one of them, or with `ids`, all matching rows are found
   * before the page is made.
   */
  list(
    shop: ShopId,
    filters: readonly ListCondition[],
    limit: number,
    after: Position | null,
    { foundBy = () => [], ids }: Few = {},
  ): Promise<T[]> {
    const values: unknown[] = [];
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const { select, from } = this.kind;
    const conditions = conditionsSql([{ sql: 't.shop_id = ?', value: shop }, ...filters], parameter);
    const found = andAll(foundBy(parameter));
    const matching = `from ${rowsSql(from, ids, parameter)} where ${conditions} ${found} ${conditionOf(this.kind)}`;
    const page = keysetSql(NEWEST_FIRST, after, limit, parameter);
    const text =
      found === '' && ids === undefined
        ? `select ${select} ${matching} ${page}`
        : recordsSql(`select t.id from matches t where true ${page}`, this.kind, matchesSql('t.id, t.created_at', matching));
    return this.database.read<T & object>(this.statements.of(text), values);
  }
}

export function conditionsSql(conditions: readonly ListCondition[], parameter: Parameter): string {
  return conditions.map(({ sql, value }) => sql.replace('?', () => parameter(value))).join(' and ');
}

/** Returns the SQL that follows a list's conditions: the start after a position, the order, and the size of the page. */
export function keysetSql({ by, direction }: KeysetOrder, after: Position | null, limit: number, parameter: Parameter): string {
  const beyond = direction === 'asc' ? '>' : '<';
  const rest = after ? `and (${by}, t.id) ${beyond} (${parameter(after.at)}, ${parameter(after.id)})` : '';
  return `${rest} order by ${by} ${direction}, t.id ${direction} limit ${parameter(limit)}`;
}

/** The conditions besides `ids`, which are in `Few`. */
export function narrowed(filter: Narrowing & AnnotationFilter): ListCondition[] {
  return [
    ...given('t.created_at >= ?', filter.created_since),
    ...given('t.created_at < ?', filter.created_until),
    ...given('t.external_id = ?', filter.external_id),
  ];
}

/**
 * Returns the condition, or an empty list when the filter was not given. A filter with the value null matches no row, because in
 * SQL a comparison with null is never true.
 */
export function given(sql: string, value: unknown): ListCondition[] {
  return value === undefined ? [] : [{ sql, value }];
}
