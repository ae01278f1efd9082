import { loadModule, parseSync } from 'libpg-query';

await loadModule();

/**
 * Returns a line for each statement of a migration that keeps requests of the version before waiting: it locks one of that
 * version's tables while it reads or writes all rows.
 * @param migration `{ name, transaction, statements }`. `transaction` is false if each statement is a transaction of its own
 * @param released the tables of the version before, as a snapshot has them
 * @param before the tables as they were before this migration
 * @param rewritten the names of the tables that the migration has written anew
 */
export function longLocks({ name, transaction, statements }, { released, before, rewritten }) {
  const nodes = statements.flatMap((text) => (parseSync(text).stmts ?? []).flatMap(({ stmt }) => nodesIn(stmt)));
  const isOurs = (relation) => Object.hasOwn(released, relation?.relname ?? '');
  const alterations = nodes
    .filter(([kind, { relation }]) => kind === 'AlterTableStmt' && isOurs(relation))
    .flatMap(([, { relation, cmds }]) => cmds.map(({ AlterTableCmd: part }) => ({ table: relation.relname, ...part })));
  const lines = [
    ...nodes.flatMap(([kind, node]) => STATEMENTS[kind]?.(node, { isOurs, transaction, nodes }) ?? []),
    ...alterations.flatMap((part) => ALTERATIONS[part.subtype]?.(part, { before, transaction, alterations }) ?? []),
    ...rewritten.map((table) => `writes all rows of ${table} anew while nothing can use the table`),
  ];
  return [...new Set(lines)].map((line) => `database: the migration ${name} ${line}`);
}

/** All statements of a syntax tree, also those within others: `[kind, node]`. */
function nodesIn(tree) {
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([key, value]) => [...(key.endsWith('Stmt') ? [[key, value]] : []), ...nodesIn(value)]);
}

const STATEMENTS = {
  IndexStmt: ({ relation, idxname, concurrent }, { isOurs, nodes }) => {
    if (!isOurs(relation)) return [];
    if (!concurrent) return [`builds the index ${idxname} of ${relation.relname} while nothing can write: use addIndex`];
    const isDroppedFirst = nodes.some(
      ([kind, node]) => kind === 'DropStmt' && JSON.stringify(node.objects).includes(`"${idxname}"`),
    );
    return isDroppedFirst ? [] : [`cannot build the index ${idxname} again after a failure: use addIndex`];
  },
  UpdateStmt: changedInOne('changes'),
  DeleteStmt: changedInOne('deletes'),
  LockStmt: ({ relations }, { isOurs }) =>
    relations.filter(({ RangeVar }) => isOurs(RangeVar)).map(({ RangeVar }) => `locks the table ${RangeVar.relname}`),
  ReindexStmt: ({ relation, params }, { isOurs }) =>
    isOurs(relation) && !JSON.stringify(params ?? []).includes('concurrently')
      ? [`builds the indexes of ${relation.relname} while nothing can write`]
      : [],
  DoStmt: () => ['runs a block of code, in which nobody can see what it locks'],
};

function changedInOne(verb) {
  return ({ relation }, { isOurs, transaction }) =>
    transaction && isOurs(relation)
      ? [`${verb} rows of ${relation.relname} and keeps them locked to its end: go in parts, with transaction = false`]
      : [];
}

const ALTERATIONS = {
  AT_AddConstraint: ({ table, def: { Constraint: constraint } }) => constraintLines(table, constraint),
  AT_AddColumn: ({ table, def: { ColumnDef: column } }) =>
    (column.constraints ?? [])
      .filter(({ Constraint: { contype } }) => contype !== 'CONSTR_DEFAULT')
      .flatMap(({ Constraint: constraint }) => constraintLines(table, constraint)),
  AT_SetNotNull: ({ table, name }, { before }) =>
    Object.values(before[table]?.checks ?? {}).some(
      (check) => check.validated && check.definition === `CHECK ((${name} IS NOT NULL))`,
    )
      ? []
      : [`reads all rows of ${table} while nothing can use it: an earlier migration must validate a check (${name} is not null)`],
  AT_ValidateConstraint: ({ table, name }, { transaction, alterations }) =>
    transaction && alterations.some((part) => part.table === table && part.subtype !== 'AT_ValidateConstraint')
      ? [`reads all rows of ${table} for ${name} under the lock of its other changes: validate in a migration of its own`]
      : [],
};

function constraintLines(table, { contype, skip_validation: later, indexname }) {
  if (['CONSTR_CHECK', 'CONSTR_FOREIGN'].includes(contype) && !later)
    return [`reads all rows of ${table} under a lock: add the constraint "not valid", and validate it in a later migration`];
  if (['CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_EXCLUSION'].includes(contype) && !indexname)
    return [`builds an index of ${table} under a lock: use addIndex, and add the constraint "using index"`];
  return [];
}
