import type { ChangedRows, ChangesAsked } from '../../../application/kernel/operation/changes-page.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Database } from '../database.js';
import { recordsSql } from '../records/by-key.js';
import type { RecordKind } from '../records/record-kind.js';
import { RememberedStatements, statement, type Parameter, type Statement } from '../statement.js';
import { hasErasureTime } from '../tables/table.js';
import { andAll, matchesSql, oneByOneSql, rowsSql } from './found-first.js';
import { conditionsSql, type Few, type ListCondition } from './keyset-pages.js';

interface FewChanges extends Few {
  /** returns SQL that selects the ids of the records, each once; null: the list is not among selected records */
  readonly idsSql?: (parameter: Parameter) => string | null;
  /** returns further conditions, each after `and`, or '' */
  readonly furtherSql?: (parameter: Parameter) => string;
}

/** So long a list of changes shows that a record was deleted or erased. */
const TOLD_FOR = `interval '30 days'`;

/**
 * The records of one kind in the order of their changes. A change that is committed late must not be passed over by those who go on
 * from a cursor, so a page ends before the oldest change that is still open.
 */
export class ChangePages<T extends { readonly id: string; readonly updatedAt?: Instant }> {
  private readonly end: Statement;
  private readonly statements: RememberedStatements;
  private readonly gone: string;

  constructor(
    private readonly database: Database,
    private readonly kind: Pick<RecordKind<T>, 'table' | 'select' | 'from' | 'where'>,
  ) {
    const { table } = kind;
    this.end = statement(`${table.name}.changes_end`, endSql(table.name));
    this.statements = new RememberedStatements(`${table.name}.changes`);
    this.gone = goneSql(kind);
  }

  /** `$1` is the shop in the SQL of all conditions. @param few as in `KeysetPages` */
  async list(
    shop: ShopId,
    { after, limit }: ChangesAsked,
    filters: readonly ListCondition[],
    few: FewChanges = {},
  ): Promise<ChangedRows<T>> {
    const [row] = await this.database.read<{ end: Instant | null }>(this.end, []);
    if (!row?.end) return { changes: [], end: null };
    const values: unknown[] = [shop, after.at, after.id, row.end, limit];
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const conditions = filters.map((filter) => `and ${conditionsSql([filter], parameter)}`);
    const further = few.furtherSql?.(parameter) ?? '';
    const text = this.pageSql(few, `${conditions.join(' ')} ${further}`, parameter);
    const rows = await this.database.read<T & { readonly gone: boolean; readonly updatedAt: Instant }>(
      this.statements.of(text),
      values,
    );
    const changes = rows.map((read) => ({ id: read.id, updatedAt: read.updatedAt, record: read.gone ? null : read }));
    return { changes, end: row.end };
  }

  /** A few records are found before the range of times is looked at. Otherwise the planner would read the whole range. */
  private pageSql({ ids, idsSql, foundBy = () => [] }: FewChanges, further: string, parameter: Parameter): string {
    const { table, select, from } = this.kind;
    const all = `${table.name} t`;
    const found = andAll(foundBy(parameter));
    const selected = idsSql?.(parameter) ?? null;
    const rows = selected === null ? rowsSql(all, ids, parameter) : oneByOneSql(all, selected);
    const matching = `t.shop_id = $1 ${further} ${found} and ${toldSql(this.gone)}`;
    const range = '(t.updated_at, t.id) > ($2, $3) and t.updated_at < $4 order by t.updated_at, t.id limit $5';
    const record = { select: `${select}, (${this.gone}) as gone`, from };
    const isAmongAll = found === '' && ids === undefined && selected === null;
    return isAmongAll
      ? recordsSql(`select t.id from ${all} where ${matching} and ${range}`, record)
      : recordsSql(
          `select t.id from matches t where ${range}`,
          record,
          matchesSql('t.id, t.updated_at', `from ${rows} where ${matching}`),
        );
  }
}

/** SQL condition: the record `t` was deleted or erased. */
export function goneSql({ table, where }: Pick<RecordKind<never>, 'table' | 'where'>): string {
  const conditions = [...(where ? [`not (${where})`] : []), ...(hasErasureTime(table) ? ['t.erased_at is not null'] : [])];
  return conditions.join(' or ') || 'false';
}

/** SQL condition: a list of changes shows the record `t`. @param gone the condition of `goneSql` */
export function toldSql(gone: string): string {
  return `(not (${gone}) or t.updated_at > statement_timestamp() - ${TOLD_FOR})`;
}

/**
 * Returns the SQL of the time before which no change of a table is open. A change locks the table, and then reads its time. So a
 * change that has no lock yet will be later than this statement, and one that has it is later than the beginning of its transaction.
 * Null: a change is open whose beginning is hidden: another role makes it, it is prepared, or its session is not tracked.
 */
function endSql(table: string): string {
  return `select date_trunc('milliseconds', nullif(min(o.begun), '-infinity')) as "end" from (
      select statement_timestamp() as begun
      union all
      select case when a.state <> 'disabled' then coalesce(a.xact_start, statement_timestamp()) else '-infinity' end
      from pg_locks l left join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'relation' and l.relation = '${table}'::regclass and l.mode = 'RowExclusiveLock' and l.granted
        and l.database = (select d.oid from pg_database d where d.datname = current_database())
    ) o`;
}
