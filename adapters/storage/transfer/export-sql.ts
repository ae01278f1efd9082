import type { AnyKind } from '../../../application/transfer/import-kind.js';
import { propertyOf } from '../../../application/transfer/import-row.js';
import { conditionOf } from '../records/record-kind.js';
import { columnOf, quoted } from '../tables/table.js';
import { readList } from './import-sql.js';
import type { StoredKind, StoredKinds } from './stored-kinds.js';

/** Returns the SQL that selects all records of a kind, oldest first. `$1` is the shop. */
export function recordsSql(kinds: StoredKinds, kind: AnyKind): string {
  const stored = kinds.of(kind.record);
  return `select ${recordList(kinds, kind, stored)} from ${stored.table.name} t ${targetJoins(kinds, kind, stored)}
    where t.shop_id = $1 ${conditionOf(stored)} order by t.created_at, t.id`;
}

/**
 * Returns the SQL that selects the nested records of a kind, each with the id of its parent as `parent`, in the order of the
 * parents. Null: the kind has no nested records. `$1` is the shop.
 */
export function childrenSql(kinds: StoredKinds, { name, record, nested }: AnyKind): string | null {
  if (!nested) return null;
  const inner = nested.kind();
  const reference = inner.resolve.references.find(({ column }) => column === nested.reference);
  if (!reference) throw new Error(`${inner.name} do not refer to ${name}`);
  const stored = kinds.of(inner.record);
  const parent = quoted(columnOf(stored.table, propertyOf(reference.column)));
  // The children of a deleted record are left out, because the export does not contain that record.
  return `select p.id as parent, ${recordList(kinds, inner, stored)} from ${stored.table.name} t
    join (${living(kinds.of(record))}) p on p.shop_id = t.shop_id and p.id = t.${parent} ${targetJoins(kinds, inner, stored)}
    where t.shop_id = $1 ${conditionOf(stored)} order by p.created_at, p.id, t.created_at, t.id`;
}

/** Returns the select list: the record's own properties, and the id and the external id of each record to which it refers. */
function recordList(kinds: StoredKinds, kind: AnyKind, stored: StoredKind): string {
  const targets = kind.resolve.references.map(({ column, external, key = 'id', to }, index) => {
    const id = quoted(columnOf(kinds.of(to).table, key));
    return `, r${index}.${id} as ${quoted(column)}, r${index}.external_id as ${quoted(external)}`;
  });
  return `${readList(stored)}${targets.join('')}`;
}

function targetJoins(kinds: StoredKinds, kind: AnyKind, stored: StoredKind): string {
  const joins = kind.resolve.references.map((reference, index) => {
    const target = kinds.of(reference.to);
    const id = quoted(columnOf(target.table, reference.key ?? 'id'));
    const column = quoted(columnOf(stored.table, propertyOf(reference.column)));
    return `left join (${living(target)}) r${index} on r${index}.shop_id = t.shop_id and r${index}.${id} = t.${column}`;
  });
  return joins.join(' ');
}

/**
 * Returns the SQL that selects the records that are not deleted. Deleted records are not exported, their children are left out,
 * and references to them are exported as empty.
 */
function living(kind: StoredKind): string {
  return `select t.* from ${kind.table.name} t where true ${conditionOf(kind)}`;
}
