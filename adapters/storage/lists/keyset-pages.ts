import type { AnnotationFilter, Narrowing, Position } from '../../../application/kernel/operation/page.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { RememberedStatements, type Parameter } from '../statement.js';
import type { Database } from '../database.js';
import { conditionOf, type RecordKind } from '../records/record-kind.js';

/** A condition of a list: SQL on the table `t`, with `?` for the value. */
export interface ListCondition {
  readonly sql: string;
  readonly value: unknown;
}

/** The order of a list: by an instant, then by the id. */
export interface KeysetOrder {
  readonly by: string;
  readonly direction: 'asc' | 'desc';
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

  /** @param foundSql returns a further condition, after `and`, or ''; `$1` is the shop */
  list(
    shop: ShopId,
    filters: readonly ListCondition[],
    limit: number,
    after: Position | null,
    foundSql: (parameter: Parameter) => string = () => '',
  ): Promise<T[]> {
    const values: unknown[] = [];
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const { select, from } = this.kind;
    const matching = conditionsSql([{ sql: 't.shop_id = ?', value: shop }, ...filters], parameter);
    const page = `${matching} ${foundSql(parameter)} ${conditionOf(this.kind)} ${keysetSql(NEWEST_FIRST, after, limit, parameter)}`;
    return this.database.read<T & object>(this.statements.of(`select ${select} from ${from} where ${page}`), values);
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

export function narrowed(filter: Narrowing & AnnotationFilter): ListCondition[] {
  return [
    ...given('t.id = any (?)', filter.ids),
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
