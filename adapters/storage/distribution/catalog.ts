import type { ClientBase } from 'pg';
import { HAS_CITUS } from '../../postgres/pool.js';
import { statement } from '../statement.js';
import { SHOP_ROWS } from '../tables/shop-rows.js';
import { keyOf, type Table } from '../tables/table.js';

/** Asks whether the tables of the database may lie on several servers. */
export const IS_DISTRIBUTED = statement('database.is_distributed', `select ${HAS_CITUS} as distributed`);

export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly target: string;
  /** the names of its columns, and of those that they refer to */
  readonly columns: readonly string[];
  readonly targets: readonly string[];
  /** as PostgreSQL writes it: `FOREIGN KEY (…) REFERENCES …` */
  readonly definition: string;
  /** true: a deletion or an update in the other table sets columns here */
  readonly sets: boolean;
}

/** A primary key, a unique index or an exclusion constraint. */
export interface UniqueKey {
  readonly table: string;
  readonly name: string;
  /** null: an expression */
  readonly columns: readonly (string | null)[];
}

export interface Named {
  readonly table: string;
  readonly name: string;
}

/** The tables of a database, as far as their distribution is concerned. */
export interface Catalog {
  readonly tables: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly uniqueKeys: readonly UniqueKey[];
  readonly triggers: readonly Named[];
  readonly hasCitus: boolean;
  /** where Citus has placed each table; without Citus there are none */
  readonly placed: ReadonlyMap<string, Placement>;
  /** the tables with rows in the coordinator's own copy, which nobody reads once the table is placed */
  readonly withLocalRows: ReadonlySet<string>;
  /** false: `shop_rows` is still the view of one PostgreSQL, by which a write goes to every server */
  readonly hasShopRows: boolean;
  /** the foreign keys that an interrupted distribution has dropped */
  readonly dropped: readonly Pick<ForeignKey, 'table' | 'name' | 'definition'>[];
}

/** The table of which each shop has one row, on its server. */
export const SHOP_ROWS_TABLE = 'shop_settings';

type Query = <Row>(sql: string) => Promise<Row[]>;

/** The table that holds dropped foreign keys until they are added again. */
export const DROPPED_KEYS = 'distribution_foreign_keys';

const HERE = 'current_schema()::regnamespace';
const TABLES = `select c.relname as name, pg_relation_size(c.oid) > 0 as filled from pg_class c
  where c.relnamespace = ${HERE} and c.relkind = 'r' order by 1`;
const columnsSql = (numbers: string, table: string): string =>
  `(select json_agg(a.attname order by k.place) from unnest(${numbers}) with ordinality k (number, place)
    left join pg_attribute a on a.attrelid = ${table} and a.attnum = k.number and k.number > 0)`;
const FOREIGN_KEYS = `select c.relname as table, f.conname as name, t.relname as target, pg_get_constraintdef(f.oid) as definition,
    f.confdeltype in ('n', 'd') or f.confupdtype in ('n', 'd', 'c') as sets,
    ${columnsSql('f.conkey', 'f.conrelid')} as columns, ${columnsSql('f.confkey', 'f.confrelid')} as targets
  from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class t on t.oid = f.confrelid
  where f.contype = 'f' and c.relnamespace = ${HERE} order by 1, 2`;
const UNIQUE_KEYS = `select c.relname as table, i.indexrelid::regclass::text as name, ${columnsSql('i.indkey::smallint[]', 'i.indrelid')} as columns
  from pg_index i join pg_class c on c.oid = i.indrelid
  where (i.indisunique or i.indisexclusion) and c.relnamespace = ${HERE} order by 1, 2`;
const TRIGGERS = `select c.relname as table, g.tgname as name from pg_trigger g join pg_class c on c.oid = g.tgrelid
  where not g.tgisinternal and c.relnamespace = ${HERE} order by 1, 2`;
const CITUS = `select ${HAS_CITUS} as citus, to_regclass('${DROPPED_KEYS}') is not null as interrupted,
  pg_get_viewdef(to_regclass('${SHOP_ROWS}')) ~ '${SHOP_ROWS_TABLE}' as placed`;
const PLACED = `select c.relname as name, case when p.partmethod = 'h' then 'distributed' else 'reference' end as placement
  from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
  where c.relnamespace = ${HERE} and (p.partmethod = 'h' or p.repmodel = 't')`;
const DROPPED = `select d.table_name as table, d.name, d.definition from ${DROPPED_KEYS} d order by 1, 2`;

export async function foreignKeysOf(client: ClientBase): Promise<ForeignKey[]> {
  return (await client.query<ForeignKey>(FOREIGN_KEYS)).rows;
}

export async function readCatalog(query: Query): Promise<Catalog> {
  const tables = await query<{ name: string; filled: boolean }>(TABLES);
  const [found] = await query<{ citus: boolean; interrupted: boolean; placed: boolean | null }>(CITUS);
  const placed = found?.citus === true ? await query<{ name: string; placement: Placement }>(PLACED) : [];
  return {
    tables: tables.map(({ name }) => name),
    foreignKeys: await query<ForeignKey>(FOREIGN_KEYS),
    uniqueKeys: await query<UniqueKey>(UNIQUE_KEYS),
    triggers: await query<Named>(TRIGGERS),
    hasCitus: found?.citus === true,
    placed: new Map(placed.map(({ name, placement }) => [name, placement])),
    withLocalRows: new Set(tables.flatMap(({ name, filled }) => (filled ? [name] : []))),
    hasShopRows: found?.placed === true,
    dropped: found?.interrupted === true ? await query<ForeignKey>(DROPPED) : [],
  };
}

/**
 * The place of a table in a distributed database. The rows of a `distributed` table are on the server of their shop, a
 * `reference` table is on every server.
 */
export type Placement = 'distributed' | 'reference';

/** The column by which tables are distributed. */
export const SHOP = 'shop_id';

/** A table whose key begins with the shop is distributed. Every other table of an area is global. */
export function placementOf(table: Table): Placement {
  return keyOf(table)[0]?.column === SHOP ? 'distributed' : 'reference';
}
