import { loadModule, parseSync, type InsertStmt, type JoinExpr, type Node, type RangeVar, type SelectStmt } from 'libpg-query';
import type { TappedStatement } from './sql-tap.js';

await loadModule();

/**
 * One place of a statement that uses a table, a sub-select or a common table expression. `unboundTables` says when a use is
 * bound.
 */
interface Use {
  /** null for a use of anything else than a table that belongs to shops */
  readonly table: string | null;
  readonly scope: Scope;
  bound: boolean;
  /** other uses that are bound as soon as this use is bound */
  readonly binds: Set<Use>;
}

/** The names that one level of a query defines: its tables and its common table expressions. `around` is the level around it. */
interface Scope {
  readonly around: Scope | null;
  readonly uses: Map<string, Use>;
  readonly expressions: Map<string, Output>;
}

/**
 * The source of the column `shop_id` in the rows of a sub-select: a use of a table, or the shop's id as a parameter. null:
 * unknown.
 */
type Output = Use | 'the shop' | null;
type Tree = Readonly<Record<string, unknown>>;

/**
 * Returns the names of the tables of shops that a statement uses without binding them to this shop. A use of a table is bound if
 * its own level of the query has the condition `shop_id = $n` with the shop's id, or equates its `shop_id` with that of another
 * bound use. An insert is bound if it puts one of these two values into `shop_id`.
 */
export function unboundTables({ text, values }: TappedStatement, shop: string, owned: ReadonlySet<string>): string[] {
  const reader = new Reader((parameter) => values[parameter - 1] === shop, owned);
  for (const { stmt } of parseSync(text).stmts ?? []) if (stmt) reader.visit(stmt, newScope(null));
  return reader.unbound();
}

function newScope(around: Scope | null): Scope {
  return { around, uses: new Map(), expressions: new Map() };
}

class Reader {
  private readonly uses: Use[] = [];

  constructor(
    private readonly isShop: (parameter: number) => boolean,
    private readonly owned: ReadonlySet<string>,
  ) {}

  unbound(): string[] {
    const reached = this.uses.filter(({ bound }) => bound);
    for (const use of reached) {
      for (const other of use.binds) {
        if (other.bound) continue;
        other.bound = true;
        reached.push(other);
      }
    }
    return [...new Set(this.uses.flatMap(({ table, bound }) => (table !== null && !bound ? [table] : [])))];
  }

  /**
   * Reads all nodes in this part of the statement, as parts of the level `scope`. A table in an unexpected place counts as a
   * table that no condition binds.
   */
  visit(inside: unknown, scope: Scope): void {
    if (Array.isArray(inside)) for (const each of inside as readonly unknown[]) this.visit(each, scope);
    if (typeof inside !== 'object' || inside === null || Array.isArray(inside)) return;
    if ('relname' in inside) this.use(inside as RangeVar, newScope(scope)); // only a node for a table has `relname`
    for (const [kind, part] of Object.entries(inside as Tree)) {
      if (STATEMENTS.has(kind))
        this.query({ [kind]: part } as unknown as Node, scope); // safe: the key is the kind of the node
      else this.visit(part, scope);
    }
  }

  private select(stmt: SelectStmt, around: Scope): Output {
    const scope = newScope(around);
    this.expressions(stmt.withClause, scope);
    if (stmt.larg && stmt.rarg) {
      // A union returns the rows of two levels. A condition in one level does not bind the other level.
      this.select(stmt.larg, scope);
      this.select(stmt.rarg, scope);
      this.visit([stmt.sortClause, stmt.limitCount, stmt.limitOffset], scope);
      return null;
    }
    this.level(stmt as Tree, stmt.fromClause ?? [], scope);
    return this.outputOf(stmt.targetList ?? [], scope);
  }

  /** Reads an update or a delete. The table that it changes is one of the tables of its level. */
  private change(stmt: Tree, around: Scope): Output {
    const scope = newScope(around);
    this.expressions(stmt['withClause'], scope);
    const target = this.use(stmt['relation'] as RangeVar, scope); // safe: an update and a delete always have a relation
    const from = (stmt['fromClause'] ?? stmt['usingClause'] ?? []) as Node[];
    this.level(stmt, from, scope);
    const moved = ((stmt['targetList'] ?? []) as Node[]).some((set) => 'ResTarget' in set && set.ResTarget.name === 'shop_id');
    if (moved) this.uses.push({ ...target, bound: false, binds: new Set() });
    return this.outputOf(returningOf(stmt), scope);
  }

  private insert(stmt: InsertStmt, around: Scope): Output {
    const scope = newScope(around);
    this.expressions(stmt.withClause, scope);
    const rows = stmt.selectStmt && 'SelectStmt' in stmt.selectStmt ? stmt.selectStmt.SelectStmt : null;
    const inner = newScope(scope);
    if (rows?.larg) this.select(rows, scope);
    else if (rows) {
      this.expressions(rows.withClause, inner);
      this.level(rows as Tree, rows.fromClause ?? [], inner);
    }
    // ON CONFLICT and RETURNING can name the table into which the rows are inserted, so they are read in the level of this table.
    const target = stmt.relation ? this.use(stmt.relation, scope) : null;
    this.visit([stmt.onConflictClause, stmt.returningClause], scope);
    const place = (stmt.cols ?? []).findIndex((column) => 'ResTarget' in column && column.ResTarget.name === 'shop_id');
    const given = place === -1 || !rows || rows.larg ? [undefined] : valuesAt(rows, place);
    if (target)
      this.fill(
        target,
        given.map((value) => this.sideOf(value, inner)),
      );
    return target;
  }

  private fill(target: Use, given: readonly Output[]): void {
    if (given.every((value) => value === 'the shop')) target.bound = true;
    const [only] = given;
    if (given.length === 1 && only && only !== 'the shop') only.binds.add(target);
  }

  private expressions(clause: unknown, scope: Scope): void {
    const { ctes = [] } = (clause ?? {}) as { ctes?: readonly Node[] };
    for (const each of ctes) {
      if (!('CommonTableExpr' in each)) continue;
      const { ctename = '', ctequery } = each.CommonTableExpr;
      scope.expressions.set(ctename, null); // a recursive expression uses its own name while it is read
      scope.expressions.set(ctename, ctequery ? this.query(ctequery, scope) : null);
    }
  }

  private query(node: Node, scope: Scope): Output {
    if ('SelectStmt' in node) return this.select(node.SelectStmt, scope);
    if ('InsertStmt' in node) return this.insert(node.InsertStmt, scope);
    if ('UpdateStmt' in node) return this.change(node.UpdateStmt as Tree, scope);
    if ('DeleteStmt' in node) return this.change(node.DeleteStmt as Tree, scope);
    return null;
  }

  private level(stmt: Tree, from: readonly Node[], scope: Scope): void {
    for (const item of from) this.from(item, scope);
    this.conditions(stmt['whereClause'] as Node | undefined, scope, (use) => use.scope === scope);
    for (const [field, part] of Object.entries(stmt)) if (!ELSEWHERE.has(field)) this.visit(part, scope);
  }

  /**
   * Reads one item of a FROM clause.
   * @returns the uses that the item adds to the level
   */
  private from(item: Node, scope: Scope): Use[] {
    if ('RangeVar' in item) return [this.use(item.RangeVar, scope)];
    if ('JoinExpr' in item) return this.join(item.JoinExpr, scope);
    if ('RangeSubselect' in item) {
      const { subquery, alias } = item.RangeSubselect;
      const output = subquery ? this.query(subquery, scope) : null;
      const use = this.add(alias?.aliasname ?? '', null, scope);
      this.comesFrom(use, alias?.colnames ? null : output);
      // If the outer level binds this sub-select to the shop, it also binds the use from which the sub-select takes its
      // `shop_id`.
      if (output && output !== 'the shop' && !alias?.colnames) use.binds.add(output);
      return [use];
    }
    this.visit(item, scope);
    return [];
  }

  private join({ larg, rarg, quals, jointype }: JoinExpr, scope: Scope): Use[] {
    const left = larg ? this.from(larg, scope) : [];
    const right = rarg ? this.from(rarg, scope) : [];
    // An outer join keeps all rows of one side or of both. Its condition does not bind a side of which it keeps all rows.
    const filtered = [
      ...(jointype === 'JOIN_INNER' || jointype === 'JOIN_RIGHT' ? left : []),
      ...(jointype === 'JOIN_INNER' || jointype === 'JOIN_LEFT' ? right : []),
    ];
    this.conditions(quals, scope, (use) => filtered.includes(use));
    this.visit(quals, scope);
    return [...left, ...right];
  }

  private use({ relname = '', schemaname, alias }: RangeVar, scope: Scope): Use {
    const expression = schemaname === undefined ? expressionNamed(relname, scope) : undefined;
    const isOfService = schemaname === undefined || schemaname === 'public'; // the queue's library has a view `jobs`
    const table = expression === undefined && isOfService && this.owned.has(relname) ? relname : null;
    const use = this.add(alias?.aliasname ?? relname, table, scope);
    if (expression !== undefined && !alias?.colnames) this.comesFrom(use, expression);
    return use;
  }

  private add(name: string, table: string | null, scope: Scope): Use {
    const use: Use = { table, scope, bound: false, binds: new Set() };
    scope.uses.set(name, use);
    this.uses.push(use);
    return use;
  }

  private comesFrom(use: Use, output: Output): void {
    if (output === 'the shop') use.bound = true;
    else output?.binds.add(use);
  }

  /**
   * Reads conditions that hold for every row of the level. It skips conditions under an OR or a NOT, because not every row meets
   * them.
   */
  private conditions(node: Node | undefined, scope: Scope, filters: (use: Use) => boolean): void {
    if (!node) return;
    if ('BoolExpr' in node && node.BoolExpr.boolop === 'AND_EXPR') {
      for (const part of node.BoolExpr.args ?? []) this.conditions(part, scope, filters);
    }
    if (!('A_Expr' in node) || node.A_Expr.kind !== 'AEXPR_OP' || !isEquals(node.A_Expr.name)) return;
    const [one, other] = [this.sideOf(node.A_Expr.lexpr, scope), this.sideOf(node.A_Expr.rexpr, scope)];
    for (const [side, against] of [
      [one, other],
      [other, one],
    ] as const) {
      if (side && side !== 'the shop' && filters(side)) this.comesFrom(side, against);
    }
  }

  /**
   * Returns the value of one side of a condition: the shop for a parameter with the shop's id, a use for its column `shop_id`,
   * and null for any other value.
   */
  private sideOf(node: Node | undefined, scope: Scope): Output {
    if (!node) return null;
    if ('TypeCast' in node) return this.sideOf(node.TypeCast.arg, scope);
    if ('ParamRef' in node) return this.isShop(node.ParamRef.number ?? 0) ? 'the shop' : null;
    if (!('ColumnRef' in node)) return null;
    const names = namesOf(node.ColumnRef.fields ?? []);
    if (names.at(-1) !== 'shop_id') return null;
    const [first] = names;
    return names.length === 1 ? onlyOf(scope) : useNamed(first ?? '', scope);
  }

  private outputOf(list: readonly Node[], scope: Scope): Output {
    for (const each of list) {
      if (!('ResTarget' in each)) continue;
      const { name, val } = each.ResTarget;
      const names = val && 'ColumnRef' in val ? namesOf(val.ColumnRef.fields ?? []) : [];
      if (names.at(-1) === '*') return names.length === 1 ? onlyOf(scope) : useNamed(names[0] ?? '', scope);
      if ((name ?? names.at(-1)) === 'shop_id') return this.sideOf(val, scope);
    }
    return null;
  }
}

const STATEMENTS: ReadonlySet<string> = new Set(['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt']);
/** Fields that `level` skips. Other methods read them, except `lockingClause`, which only repeats names of tables. */
const ELSEWHERE: ReadonlySet<string> = new Set(['fromClause', 'usingClause', 'withClause', 'relation', 'lockingClause']);

function returningOf({ returningClause }: Tree): Node[] {
  return (returningClause as { exprs?: Node[] } | undefined)?.exprs ?? [];
}

function valuesAt({ valuesLists, targetList }: SelectStmt, place: number): (Node | undefined)[] {
  if (!valuesLists) {
    const target = targetList?.[place];
    return [target && 'ResTarget' in target ? target.ResTarget.val : undefined];
  }
  return valuesLists.map((row) => ('List' in row ? row.List.items?.[place] : undefined));
}

const isEquals = (name: readonly Node[] | undefined): boolean => namesOf(name ?? []).join('.') === '=';

function namesOf(fields: readonly Node[]): string[] {
  return fields.map((field) => ('String' in field ? (field.String.sval ?? '') : '*'));
}

/**
 * The use to which a column without a table's name belongs; null if this is unknown. PostgreSQL refuses a column that could
 * belong to two tables.
 */
function onlyOf({ uses }: Scope): Use | null {
  const all = [...uses.values()];
  const tables = all.filter(({ table }) => table !== null);
  const [only = null] = tables.length > 0 ? tables : all;
  return tables.length > 1 || (tables.length === 0 && all.length > 1) ? null : only;
}

function useNamed(name: string, scope: Scope): Use | null {
  return scope.uses.get(name) ?? (scope.around ? useNamed(name, scope.around) : null);
}

/** Returns undefined if no common table expression has this name, and null if the expression's `shop_id` is unknown. */
function expressionNamed(name: string, scope: Scope): Output | undefined {
  if (scope.expressions.has(name)) return scope.expressions.get(name) ?? null;
  return scope.around ? expressionNamed(name, scope.around) : undefined;
}
