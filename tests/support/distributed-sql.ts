import { storages } from '../../adapters/areas/storages.js';
import { placementOf } from '../../adapters/storage/distribution/catalog.js';
import { SHOP_ROWS } from '../../adapters/storage/tables/shop-rows.js';
import { all, calledOf, isTable, nameOf, pathOf, treesOf, type Tree } from './syntax-tree.js';

const named = (placement: string): ReadonlySet<string> =>
  new Set(storages.flatMap(({ tables }) => tables.filter((table) => placementOf(table) === placement).map(({ name }) => name)));
export const DISTRIBUTED: ReadonlySet<string> = new Set([...named('distributed'), SHOP_ROWS]);
const GLOBAL = named('reference');
const PLACED: ReadonlySet<string> = new Set([...DISTRIBUTED, ...GLOBAL]);
/** The tables with further unique names than ids of ours, which others may have taken. */
const OUTSIDE_NAMED: ReadonlySet<string> = new Set(
  storages.flatMap(({ tables }) => tables.filter(({ columns }) => columns.has('externalId')).map(({ name }) => name)),
);

/** Functions whose results depend on settings of the session or on the time, as far as statements may want them. */
const STABLE =
  /^(now|age|to_char|to_date|to_timestamp|date_trunc|concat|concat_ws|format|array_to_string|to_jsonb?|row_to_json|jsonb?_build_(object|array)|\w+_timestamp)$/;
const CHANGES = ['UpdateStmt', 'DeleteStmt', 'InsertStmt'] as const;

/** The refusals that are known, by statement: many tests carry the same statements out. */
const known = new Map<string, string[]>();

/**
 * Returns in words what Citus refuses of any statement, also of one that names its shop. The rules are those on which statements of
 * ours have failed on the real engine.
 */
export function refusalsWhenDistributed(text: string): string[] {
  const refusals = known.get(text) ?? refusalsIn(text);
  known.set(text, refusals);
  return refusals;
}

function refusalsIn(text: string): string[] {
  const found = new Set<string>();
  for (const root of treesOf(text)) {
    const nodes = all(root);
    if (!nodes.some((node) => isTable(node, PLACED))) continue;
    const expressions = new Set(nodes.flatMap((node) => nameOfExpression(node)));
    const isChange = nodes.some((node) => CHANGES.some((kind) => kind in node));
    for (const node of nodes) for (const refusal of refusalsOf(node, expressions, isChange)) found.add(refusal);
  }
  return [...found];
}

function* refusalsOf(node: Tree, expressions: ReadonlySet<string>, isChange: boolean): Generator<string> {
  if ('JoinExpr' in node) yield* refusalsOfJoin(node['JoinExpr'] as Tree);
  if ('SelectStmt' in node) yield* refusalsOfSelect(node['SelectStmt'] as Tree, expressions, isChange);
  if ('InsertStmt' in node) yield* refusalsOfInsert(node['InsertStmt'] as Tree, expressions);
  for (const kind of ['UpdateStmt', 'DeleteStmt']) if (kind in node) yield* refusalsOfChange(node[kind] as Tree);
}

function* refusalsOfSelect(select: Tree, expressions: ReadonlySet<string>, isChange: boolean): Generator<string> {
  if (select['lockingClause'] !== undefined && distributedIn(select).some((table) => !namesShop(select, nameOf(table))))
    yield 'locks rows, but not every table in it has the condition shop_id = $n of its own';
  const from = all(select['fromClause'], (each) => 'SubLink' in each);
  const made = from.filter((each) => 'RangeSubselect' in each || isTable(each, expressions));
  const madeNames = new Set(made.map((each) => nameOf((each['RangeSubselect'] as Tree | undefined) ?? each)));
  for (const link of all([select['whereClause'], select['targetList']]).filter((each) => 'SubLink' in each)) {
    const inner = all(link);
    const isOfMade = inner.some((each) => 'ColumnRef' in each && madeNames.has(pathOf(each)[0] ?? ''));
    if (isChange && isOfMade && distributedIn(inner).length > 0)
      yield 'correlates a sub-select with rows that the statement makes';
    if (distributedIn(from).length > 0 && inner.some((each) => isOfConnection(each, expressions)))
      yield 'has a sub-select of a temporary table beside a distributed one: read the distributed rows first';
  }
}

function* refusalsOfJoin({ jointype, rarg }: Tree): Generator<string> {
  const { lateral, subquery } = ((rarg as Tree)['RangeSubselect'] ?? {}) as Tree;
  if (jointype !== 'JOIN_LEFT' || lateral !== true) return;
  const links = all(subquery).filter((each) => 'SubLink' in each);
  if (links.some((link) => distributedIn(link).some((table) => !namesShop(link, nameOf(table)))))
    yield 'joins each row with a sub-select whose own sub-select has not the condition shop_id = $n';
}

function* refusalsOfInsert(insert: Tree, expressions: ReadonlySet<string>): Generator<string> {
  const { relation, onConflictClause: conflict, returningClause, selectStmt } = insert;
  if (!isTable(relation as Tree, PLACED)) return;
  const { targetList, whereClause } = (conflict ?? {}) as Tree;
  for (const name of all([targetList, whereClause]).flatMap(mutableOf)) yield `has ${name} in ON CONFLICT: pass the value`;
  const isOfRows = all(selectStmt).some((each) => 'fromClause' in each);
  if (conflict === undefined && returningClause === undefined && isOfRows && isTable(relation as Tree, OUTSIDE_NAMED))
    yield 'inserts rows of a select and returns none: a row that a unique index refuses would be told without a code';
  if (isTable(relation as Tree, DISTRIBUTED) && isOfPart(selectStmt, expressions))
    yield 'inserts rows of an earlier part, which would go to every server: take the shop from shop_rows';
}

function* refusalsOfChange(change: Tree): Generator<string> {
  const nodes = all(change);
  if (all(change['relation']).some((each) => isTable(each, GLOBAL)) && distributedIn(nodes).length > 0)
    yield 'changes a global table by rows of shops: read these first';
  if (nodes.some((each) => 'CaseExpr' in each && (each['CaseExpr'] as Tree)['arg'] !== undefined))
    yield 'has case … when in a change: write case when … = …, or read first';
  // What is materialized is read by a statement of its own.
  for (const node of all(change, isMaterialized))
    for (const name of mutableOf(node))
      if (all(node).some((each) => 'ColumnRef' in each))
        yield `has ${name} of a column in a change: pass the value, or read it first`;
}

/** What a node is, if its result is not the same for the same values at all times. */
function mutableOf(node: Tree): string[] {
  const { FuncCall: call, A_Expr: expression } = node as { FuncCall?: Tree; A_Expr?: Tree };
  if (call && STABLE.test(calledOf(call))) return [`${calledOf(call)}()`];
  if (expression && [expression['lexpr'], expression['rexpr']].some(isInterval)) return ['a time that is counted'];
  if ('SQLValueFunction' in node) return ['the present time'];
  return 'SetToDefault' in node ? ['default'] : [];
}

function isMaterialized({ CommonTableExpr: expression }: Tree): boolean {
  return expression !== undefined && (expression as Tree)['ctematerialized'] === 'CTEMaterializeAlways';
}

function isInterval(side: unknown): boolean {
  const { TypeCast: cast } = (side ?? {}) as { TypeCast?: Tree };
  return cast !== undefined && JSON.stringify(cast['typeName']).includes('"interval"');
}

const distributedIn = (part: unknown): Tree[] => all(part).filter((each) => isTable(each, DISTRIBUTED));

/** True for a table that is neither one of the areas nor a common table expression. */
function isOfConnection(node: Tree, expressions: ReadonlySet<string>): boolean {
  return 'relname' in node && !PLACED.has(String(node['relname'])) && !expressions.has(String(node['relname']));
}

/** True if rows of a shop come from a common table expression, and from no table that lies on the server of the shop. */
function isOfPart(select: unknown, expressions: ReadonlySet<string>): boolean {
  const from = all(all(select).map((each) => each['fromClause']));
  const isOfShop = all(select).some((each) => 'ParamRef' in each);
  return isOfShop && from.some((each) => isTable(each, expressions)) && distributedIn(from).length === 0;
}

/** True if a table has a condition of its own that its shop is a parameter. */
function namesShop(select: Tree, table: string): boolean {
  return all(select).some(({ A_Expr: expression }) => {
    const { lexpr, rexpr, name } = (expression ?? {}) as Tree;
    const path = pathOf(lexpr as Tree | undefined);
    const isOfTable = path.at(-1) === 'shop_id' && (path.length === 1 || path[0] === table);
    return isOfTable && JSON.stringify(name).includes('"="') && all(rexpr).some((each) => 'ParamRef' in each);
  });
}

function nameOfExpression(node: Tree): string[] {
  const { CommonTableExpr: expression } = node as { CommonTableExpr?: { ctename?: string } };
  return expression?.ctename === undefined ? [] : [expression.ctename];
}
