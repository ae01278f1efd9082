import { all, calledOf, isTable, nameOf, pathOf, treesOf, type Tree } from './syntax-tree.js';

/** Functions whose results differ from call to call, so that each server would get results of its own. */
const VOLATILE = /^(nextval|setval|random|gen_random_uuid|clock_timestamp|timeofday|pg_notify|pg_(try_)?advisory_\w+)$/;
const AGGREGATES = /^(count|max|min|sum|avg|json_agg|jsonb_agg|array_agg|string_agg|bool_or|bool_and)$/;
const NO_COLUMN = 'has a sub-select without a column: write select 1';
const CHANGES = ['InsertStmt', 'UpdateStmt', 'DeleteStmt'];

/**
 * Returns in words what Citus refuses of a statement that reads or changes rows of several shops. The rules are those of its
 * planner, as far as our statements can break them: each server carries the statement out on its own rows, or the coordinator
 * puts together what the servers have read.
 * @param distributed the names of the distributed tables
 */
export function refusalsAcrossShops(text: string, distributed: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  for (const root of treesOf(text)) {
    if (!all(root).some((node) => isTable(node, distributed))) continue;
    for (const node of all(root)) for (const refusal of refusalsOf(node, distributed)) found.add(refusal);
    const [kind = ''] = Object.keys(root);
    if (all(root).filter((node) => CHANGES.some((change) => change in node)).length > (kind === 'InsertStmt' ? 2 : 1))
      found.add('changes two tables');
    if (all(root).some((node) => CHANGES.some((change) => change in node && limits(node[change] as Tree))))
      found.add('changes rows that a sub-select limits');
  }
  return [...found];
}

function* refusalsOf(node: Tree, distributed: ReadonlySet<string>): Generator<string> {
  if ('LockingClause' in node) yield 'locks rows';
  if (node['recursive'] === true) yield 'is recursive';
  if ('RangeSubselect' in node && isWithoutColumns((node['RangeSubselect'] as Tree)['subquery'])) yield NO_COLUMN;
  if (node['lateral'] === true) yield 'has a lateral sub-select';
  const name = calledOf(node);
  if (VOLATILE.test(name)) yield `calls ${name}`;
  if ('over' in node && !JSON.stringify(node['over']).includes('"shop_id"')) yield 'has a window over several shops';
  if ('JoinExpr' in node) {
    const { jointype, larg, rarg } = node['JoinExpr'] as Tree;
    const outer = { JOIN_LEFT: larg, JOIN_RIGHT: rarg }[jointype as string];
    if (outer !== undefined && !all(outer).some((each) => isTable(each, distributed)))
      yield 'keeps rows of a list or a global table';
  }
  for (const kind of ['UpdateStmt', 'DeleteStmt']) {
    const change = node[kind] as Tree | undefined; // safe: every node of the parser is an object
    if (change && !listsRows(change)) yield 'changes rows that no list names: read their shops and keys first';
  }
  for (const kind of ['SelectStmt', 'UpdateStmt', 'DeleteStmt']) {
    if (kind in node) yield* refusalsOfLevel(node[kind] as Tree, distributed);
  }
}

function* refusalsOfLevel(level: Tree, distributed: ReadonlySet<string>): Generator<string> {
  const from = [
    level['relation'] === undefined ? [] : [{ RangeVar: level['relation'] }],
    level['fromClause'],
    level['usingClause'],
  ];
  const uses = from.flatMap((part) => all(part, (each) => 'SubLink' in each || 'RangeSubselect' in each));
  const tables = uses.filter((each) => isTable(each, distributed)).map(nameOf);
  if (classesOf(tables, [level['whereClause'], ...from]) > 1) yield 'joins tables by something else than the shop';
  const names = new Set(uses.map(nameOf));
  for (const link of all([level['whereClause'], level['targetList']]).filter((each) => 'SubLink' in each)) {
    const { subselect } = link['SubLink'] as Tree;
    if (uses.length === 0 && isWithoutColumns(subselect)) yield NO_COLUMN;
    const inner = all(subselect);
    if (!inner.some((each) => 'ColumnRef' in each && names.has(pathOf(each)[0] ?? ''))) continue; // it refers to nothing outside
    if (inner.some((each) => limits(each)) || inner.some((each) => AGGREGATES.test(calledOf(each))))
      yield 'limits or counts a correlated sub-select';
    if (tables.length === 0) yield 'has a sub-select for each row of a list or a global table';
    const theirs = inner.filter((each) => isTable(each, distributed)).map(nameOf);
    if (classesOf([...tables, ...theirs], [inner, level['whereClause'], ...from]) > 1)
      yield 'correlates by something else than the shop';
  }
}

/** The number of groups of tables that are joined by their shops. */
function classesOf(tables: readonly string[], conditions: unknown): number {
  const groups = new Map(tables.map((name) => [name, new Set([name])]));
  const groupOf = (name: string): Set<string> => groups.get(name) ?? new Set([name]);
  for (const { A_Expr: expression } of all(conditions)) {
    if (!expression) continue;
    const { lexpr, rexpr, name } = expression as Tree;
    const [left, right] = [pathOf(lexpr as Tree), pathOf(rexpr as Tree)];
    if (!JSON.stringify(name).includes('"="') || left[1] !== 'shop_id' || right[1] !== 'shop_id') continue;
    const both = new Set([...groupOf(left[0] ?? ''), ...groupOf(right[0] ?? '')]);
    for (const member of both) groups.set(member, both);
  }
  return new Set(tables.map(groupOf)).size;
}

/** True if a change joins a list that the statement is given, such as `unnest($1::uuid[], $2::uuid[])`. */
function listsRows({ fromClause, usingClause }: Tree): boolean {
  return all([fromClause, usingClause]).some((node) => 'RangeFunction' in node);
}

/** Citus keeps the rows of a sub-select in a file of its own, which must have a column. */
function isWithoutColumns(query: unknown): boolean {
  const { targetList, op, valuesLists } = ((query ?? {}) as Tree)['SelectStmt'] as Tree; // safe: a sub-select is a select
  return targetList === undefined && op === 'SETOP_NONE' && valuesLists === undefined;
}

function limits(part: Tree): boolean {
  return all(part).some((node) => 'limitCount' in node || 'limitOffset' in node);
}
