import { refusalsAcrossShops } from './across-shops.js';
import { DISTRIBUTED, refusalsWhenDistributed } from './distributed-sql.js';
import type { TestService } from './service.js';
import type { SqlTap, TappedStatement } from './sql-tap.js';
import { unboundTables } from './sql-tenancy.js';

/** Statements on tables of shops that cannot contain a shop's id as a condition, each with the reason. */
export type Exceptions = readonly Exception[];

interface Exception {
  readonly what: RegExp;
  readonly why: string;
  /**
   * The way in which a database that is distributed over several servers carries the statement out. `global`: on a table that every
   * server has. `read`: every server reads its rows, and the coordinator puts them together. `changed`: every server changes its
   * rows. `plain`: not at all, there another statement is in its place.
   */
  readonly on: 'global' | 'read' | 'changed' | 'plain';
}

/** The exceptions of every request. */
export const KEYS_LOOKED_UP: Exceptions = [
  {
    what: /^select \/\* api_keys\.find \*\/ .* where k\.public_id = \$1$/,
    why: 'from this look-up the shop of a request follows',
    on: 'global',
  },
];

export const NUMBER_HOLDER: Exception = {
  what: /^select \/\* phone_numbers\.holder \*\/ .* where t\.number = \$1 /,
  why: 'a number is live in one shop: which one is the question',
  on: 'read',
};

/** The exceptions of requests that take something which only one shop may have. */
export const ONE_SHOP_HAS: Exceptions = [
  NUMBER_HOLDER,
  {
    what: /^select \/\* shop_settings\.users_of \*\/ .* where t\.messaging_service = \$1 /,
    why: 'no shop may take the messaging service of another one',
    on: 'read',
  },
];

export interface Findings {
  /** the statements that are not bound to the shop and are no exceptions, each with the tables and the ways out */
  readonly unbound: readonly { readonly statement: string; readonly unbound: readonly string[]; readonly instead: string }[];
  /** the exceptions without a statement */
  readonly unused: Exceptions;
  /** the statements that a distributed database would refuse, each with the reason */
  readonly refused: readonly { readonly statement: string; readonly refused: readonly string[] }[];
}

const INSTEAD = 'name the shop (shop_id = $1), or list the statement in tests/support/for-all-shops.ts with the reason';

export const NONE: Findings = { unbound: [], unused: [], refused: [] };

/** The tables whose rows belong to a shop. */
export async function ownedTables({ sql }: Pick<TestService, 'sql'>): Promise<ReadonlySet<string>> {
  const rows = await sql<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'shop_id'`,
  );
  return new Set(rows.map(({ name }) => name));
}

export function oneLine({ text }: TappedStatement): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Judges whether each statement is bound to the shop or is one of the exceptions, and whether each exception has a statement. */
export function findings({ statements }: SqlTap, us: string, owned: ReadonlySet<string>, exceptions: Exceptions): Findings {
  const touching = statements.filter(({ text }) => [...owned].some((table) => new RegExp(`\\b${table}\\b`).test(text)));
  const unbound = touching
    .filter((statement) => !exceptions.some(({ what }) => what.test(oneLine(statement))))
    .map((statement) => ({ statement: oneLine(statement), unbound: unboundTables(statement, us, owned), instead: INSTEAD }))
    .filter(({ unbound: tables }) => tables.length > 0);
  return {
    unbound: [...new Map(unbound.map((each) => [each.statement, each])).values()],
    refused: refusedOf(statements, exceptions),
    unused: exceptions.filter(({ what }) => !touching.some((statement) => what.test(oneLine(statement)))),
  };
}

/** Judges the statements, except those that only plain PostgreSQL gets. The exceptions must keep further rules. */
function refusedOf(statements: SqlTap['statements'], exceptions: Exceptions): Findings['refused'] {
  return [...new Set(statements.map(oneLine))].flatMap((statement) => {
    const exception = exceptions.find(({ what }) => what.test(statement));
    if (exception?.on === 'plain') return [];
    const across = exception ? refusalsAcrossShops(statement, DISTRIBUTED) : [];
    const refused = [...across, ...refusalsWhenDistributed(statement)];
    return refused.length > 0 ? [{ statement, refused }] : [];
  });
}
