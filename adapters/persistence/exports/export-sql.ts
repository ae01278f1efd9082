import type { AnyKind } from '../../../application/import/import-kind.js';
import { propertyOf } from '../../../application/import/import-row.js';
import { readList } from '../imports/import-sql.js';
import { storedKind, type StoredKind } from '../imports/stored-kinds.js';
import { conditionOf } from '../record-kind.js';
import { columnOf, quoted, selectList } from '../table.js';

/** Oldest first. `$1` is the shop. */
export function recordsSql(kind: AnyKind): string {
  const stored = storedKind(kind.record);
  return `select ${recordList(kind, stored)} from ${stored.table.name} t ${targetJoins(kind, stored)}
    where t.shop_id = $1 ${conditionOf(stored)} order by t.created_at, t.id`;
}

/** What the records bring along, in their order, each with its `parent`; null: nothing. `$1` is the shop. */
export function childrenSql(kind: AnyKind): string | null {
  const parent = storedKind(kind.record);
  const order = 'order by p.created_at, p.id, t.created_at, t.id';
  if (kind.nested) {
    const inner = kind.nested.kind();
    const reference = inner.references?.find(({ column }) => column === kind.nested?.reference);
    if (!reference) throw new Error(`${inner.name} do not refer to ${kind.name}`);
    const stored = storedKind(inner.record);
    return `select p.id as parent, ${recordList(inner, stored)} from ${stored.table.name} t
      ${parentJoin(parent, columnOf(stored.table, propertyOf(reference.column)))} ${targetJoins(inner, stored)}
      where t.shop_id = $1 ${conditionOf(stored)} ${order}`;
  }
  const { child } = parent;
  if (!child || !kind.children) return null;
  return `select p.id as parent, ${selectList(child.table)} from ${child.table.name} t
    ${parentJoin(parent, columnOf(child.table, child.parent))} where t.shop_id = $1 ${order}`;
}

/** What is deleted is nobody's parent. */
function parentJoin(parent: StoredKind, column: string): string {
  return `join (${living(parent)}) p on p.shop_id = t.shop_id and p.id = t.${quoted(column)}`;
}

/** A record's own properties, and by the columns of its kind what it refers to. */
function recordList(kind: AnyKind, stored: StoredKind): string {
  const targets = (kind.references ?? []).map(({ column, external, key = 'id', to }, index) => {
    const id = quoted(columnOf(storedKind(to).table, key));
    return `, r${index}.${id} as ${quoted(column)}, r${index}.external_id as ${quoted(external)}`;
  });
  return `${readList(stored)}${targets.join('')}`;
}

function targetJoins(kind: AnyKind, stored: StoredKind): string {
  const joins = (kind.references ?? []).map((reference, index) => {
    const target = storedKind(reference.to);
    const id = quoted(columnOf(target.table, reference.key ?? 'id'));
    const column = quoted(columnOf(stored.table, propertyOf(reference.column)));
    return `left join (${living(target)}) r${index} on r${index}.shop_id = t.shop_id and r${index}.${id} = t.${column}`;
  });
  return joins.join(' ');
}

/** What a deleted record is referred to by is written as nothing: an export does not have it. */
function living(kind: StoredKind): string {
  return `select t.* from ${kind.table.name} t where true ${conditionOf(kind)}`;
}
