import type { TaskFilter } from '../../../application/areas/tasks/tasks.js';
import type { ChangedRows, ChangesAsked } from '../../../application/kernel/operation/changes-page.js';
import type { OffsetSlice } from '../../../application/kernel/operation/page.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Task } from '../../../domain/tasks/task.js';
import type { Database } from '../../storage/database.js';
import { ChangePages } from '../../storage/lists/change-pages.js';
import { conditionsSql, given, narrowed } from '../../storage/lists/keyset-pages.js';
import { andAll, matchesSql, rowsSql } from '../../storage/lists/found-first.js';
import { metadataSql } from '../../storage/lists/metadata-sql.js';
import { OffsetPages, type PageSelects } from '../../storage/lists/offset-pages.js';
import type { Parameter } from '../../storage/statement.js';
import { bucketOf, TASK_KIND } from './task.entity.js';

const OPEN_ORDER = 't.due_at asc nulls last, t.created_at desc, t.id desc';
const FINISHED_ORDER = 't.closed_at desc, t.id desc';

/** Pages of the to-do queue with exact totals. */
export class TaskPages {
  private readonly pages: OffsetPages<Task>;
  private readonly changePages: ChangePages<Task>;

  constructor(database: Database) {
    this.changePages = new ChangePages(database, TASK_KIND);
    this.pages = new OffsetPages(database, TASK_KIND, 'tasks.list');
  }

  list(shop: ShopId, filter: TaskFilter, limit: number, offset: number): Promise<OffsetSlice<Task>> {
    return this.pages.list(shop, limit, offset, (parameter) => pageSelects(filter, parameter));
  }

  changes(shop: ShopId, filter: TaskFilter, asked: ChangesAsked): Promise<ChangedRows<Task>> {
    return this.changePages.list(shop, asked, [], {
      ids: filter.ids,
      foundBy: (parameter) => [metadataSql(filter.metadata, parameter)],
      furtherSql: (parameter) => andSql(filter, parameter),
    });
  }
}

function pageSelects(filter: TaskFilter, parameter: Parameter): PageSelects {
  const { ids, conversationId, customerId, external_id, metadata } = filter;
  if ([ids, conversationId, customerId, external_id, metadata].some((few) => few !== undefined))
    return selectFew(filter, parameter);
  const assignee = filter.assignedTo === undefined ? '' : `and t.assigned_to = ${parameter(filter.assignedTo)}`;
  if (filter.overdueAt !== null) return selectOverdue(filter.overdueAt, assignee, parameter);
  return selectCounted(filter, assignee, parameter);
}

/**
 * Selects the tasks of one thread or one customer, or those with some ids or a fact of another system. They are found first, and counted
 * and sorted afterwards.
 */
function selectFew(filter: TaskFilter, parameter: Parameter): PageSelects {
  const found = andAll([metadataSql(filter.metadata, parameter)]);
  const matching = `from ${rowsSql('tasks t', filter.ids, parameter)} where t.shop_id = $1 ${andSql(filter, parameter)} ${found}`;
  const open = (column: string): string => `case when t.status = 'open' then t.${column} end`;
  return {
    shared: [matchesSql('t.id, t.status, t.due_at, t.closed_at, t.created_at', matching)],
    total: 'select count(*) as n from matches',
    ids: `select t.id from matches t
      order by t.status <> 'open', ${open('due_at')} asc nulls last, t.closed_at desc, ${open('created_at')} desc, t.id desc
      limit $2 offset $3`,
  };
}

/** The conditions of a filter besides ids and metadata, each after `and`. */
function andSql(filter: TaskFilter, parameter: Parameter): string {
  const { list, overdueAt, assignedTo, conversationId, customerId } = filter;
  const wanted = [
    ...narrowed(filter),
    ...given('t.conversation_id = ?', conversationId),
    ...given('t.customer_id = ?', customerId),
    ...given('t.assigned_to = ?', assignedTo),
    ...given(`t.status = 'open' and t.due_at < ?`, overdueAt ?? undefined),
  ];
  const conditions = wanted.map((one) => `and ${conditionsSql([one], parameter)}`);
  return [...conditions, ...(overdueAt === null ? [STATUS[list]] : [])].join(' ');
}

const STATUS = { open: `and t.status = 'open'`, done: `and t.status <> 'open'`, all: '' } as const;

/**
 * Selects the overdue tasks. The cost grows only with the number of overdue tasks, because they come first in the index of the
 * open tasks.
 */
function selectOverdue(now: string, assignee: string, parameter: Parameter): PageSelects {
  const overdue = `t.shop_id = $1 and t.status = 'open' and t.due_at < ${parameter(now)} ${assignee}`;
  return {
    total: `select count(*) as n from tasks t where ${overdue}`,
    ids: `select t.id from tasks t where ${overdue} order by ${OPEN_ORDER} limit $2 offset $3`,
  };
}

/**
 * Selects the open tasks, the finished tasks, or all tasks with the open ones first. The total comes from the stored counts by
 * (status, assignee).
 */
function selectCounted({ list, assignedTo }: TaskFilter, assignee: string, parameter: Parameter): PageSelects {
  const bucket = assignedTo === undefined ? '' : `and c.bucket = any (${parameter(bucketsOf(assignedTo))})`;
  const counts = `counts as materialized (
      select coalesce(sum(c.n) filter (where c.bucket like 'open:%'), 0)::bigint as open,
        coalesce(sum(c.n) filter (where c.bucket not like 'open:%'), 0)::bigint as finished
      from record_counts c where c.shop_id = $1 and c.list = 'tasks' ${bucket}
    )`;
  const ids = (status: string, order: string, limit: string, offset: string): string =>
    `select t.id from tasks t where t.shop_id = $1 ${assignee} ${status} order by ${order} limit ${limit} offset ${offset}`;
  const open = ids(STATUS.open, OPEN_ORDER, '$2', '$3');
  const finished = (limit: string, offset: string): string => ids(STATUS.done, FINISHED_ORDER, limit, offset);
  if (list === 'open') return { shared: [counts], total: 'select open as n from counts', ids: open };
  if (list === 'done') return { shared: [counts], total: 'select finished as n from counts', ids: finished('$2', '$3') };
  const rest = finished('$2 - (select count(*) from open_page)', 'greatest($3 - (select open from counts), 0)');
  return {
    shared: [counts, `open_page as materialized (select o.id, row_number() over () as place from (${open}) o)`],
    total: 'select open + finished as n from counts',
    ids: `select p.id from (
        select id, place from open_page union all select r.id, $2 + row_number() over () from (${rest}) r
      ) p order by p.place`,
  };
}

function bucketsOf(assignedTo: Task['assignedTo']): string[] {
  return (['open', 'done', 'canceled'] as const).map((status) => bucketOf({ status, assignedTo }));
}
