import pg from 'pg';

export interface TappedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

/** Hears every statement of this process at the driver, whoever sends it, until it is closed. */
export class SqlTap {
  readonly statements: TappedStatement[] = [];
  private readonly original: Query;

  constructor() {
    const { statements } = this;
    // The driver's overloads are many; whatever is called is passed on as it came.
    const prototype = pg.Client.prototype as unknown as { query: Query };
    const { query } = prototype;
    this.original = query;
    prototype.query = function (this: pg.Client, ...args: unknown[]): unknown {
      statements.push(statementOf(args));
      return query.apply(this, args);
    };
  }

  close(): void {
    (pg.Client.prototype as unknown as { query: Query }).query = this.original;
  }
}

function statementOf([first, second]: readonly unknown[]): TappedStatement {
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] };
  const { text, values } = first as { text: string; values?: readonly unknown[] };
  return { text, values: values ?? (Array.isArray(second) ? second : []) };
}

interface Reference {
  readonly table: string;
  readonly alias: string;
}

/**
 * Which of a statement's uses of shop-owned tables are not bound to this shop: every table that is read or changed must have
 * `shop_id = $n` with the shop's id, or the `shop_id` of another table of the statement that is bound; every insert must
 * put `$n` with the shop's id into `shop_id`. Empty: the statement is bound.
 */
export function unboundTables({ text, values }: TappedStatement, shop: string, owned: ReadonlySet<string>): string[] {
  const sql = text.replace(/'(?:[^']|'')*'/g, `''`).replace(/--.*$/gm, '').replace(/\s+/g, ' ').replace(/"(\w+)"/g, '$1').replace(/"[^"]*"/g, '').toLowerCase();
  const isShop = (parameter: string | undefined): boolean => values[Number(parameter) - 1] === shop;
  const used = references(sql).filter(({ table }) => owned.has(table));
  const bound = boundAliases(sql, used, isShop);
  const unbound = used.filter(({ alias }) => !bound.has(alias)).map(({ table }) => table);
  const mentions = [...owned].filter((table) => mentionsOf(sql, table) > used.filter((use) => use.table === table).length + insertsOf(sql, table).length);
  const inserts = [...owned].filter((table) => insertsOf(sql, table).some((insert) => !isShop(insert)));
  return [...new Set([...unbound, ...mentions, ...inserts])];
}

const USE = /(?:\bfrom|\bjoin|\bupdate|\busing)\s+(?:only\s+)?\(?\s*(\w+)(?:\s+(?:as\s+)?(?!(?:where|set|on|left|join|inner|order|limit|group|union|using|cross)\b)(\w+))?/g;

function references(sql: string): Reference[] {
  return [...sql.matchAll(USE)].map(([, table = '', alias = table]) => ({ table, alias }));
}

function boundAliases(sql: string, used: readonly Reference[], isShop: (parameter: string | undefined) => boolean): ReadonlySet<string> {
  const bound = new Set<string>();
  const only = used.length === 1 ? used[0]?.alias : undefined;
  for (const [, alias = only, parameter] of sql.matchAll(/(?:\b(\w+)\.)?\bshop_id = \$(\d+)/g)) {
    if (alias !== undefined && isShop(parameter)) bound.add(alias);
  }
  const joins = [...sql.matchAll(/\b(\w+)\.shop_id = (\w+)\.shop_id/g)];
  // As many rounds as there are joins: whatever hangs on a bound table, however far, is bound.
  for (const _ of joins) {
    for (const [, one = '', other = ''] of joins) {
      if (bound.has(one)) bound.add(other);
      if (bound.has(other)) bound.add(one);
    }
  }
  return bound;
}

/** The number of the parameter that each insert into the table puts into `shop_id`, which must be its first column. */
function insertsOf(sql: string, table: string): (string | undefined)[] {
  const inserts = [...sql.matchAll(new RegExp(`insert into ${table}\\b(?: as \\w+)? \\(([^)]*)\\) (?:values \\(|select )([^,)]*)`, 'g'))];
  return inserts.map(([, columns = '', first = '']) => (columns.startsWith('shop_id') ? /^\$(\d+)/.exec(first)?.[1] : undefined));
}

/** Every place that can mean the table: not a column of that name, not a type. */
function mentionsOf(sql: string, table: string): number {
  return [...sql.matchAll(new RegExp(`(?<![\\w.:])(?<!\\bas )${table}(?![\\w.])`, 'g'))].length;
}
