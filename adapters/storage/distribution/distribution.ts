import { quoted, type Table } from '../tables/table.js';
import { SHOP_ROWS } from '../tables/shop-rows.js';
import {
  DROPPED_KEYS,
  placementOf,
  SHOP,
  SHOP_ROWS_TABLE,
  type Catalog,
  type ForeignKey,
  type Named,
  type Placement,
} from './catalog.js';

/** Triggers for changes by SQL. The service announces and dates its own changes, so a distribution may drop them. */
function isSpare({ table, name }: Named): boolean {
  return name === `${table}_changed`;
}

/** The properties of the tables that Citus would refuse, in one line each. */
export function obstaclesOf(tables: readonly Table[], { foreignKeys, uniqueKeys, triggers }: Catalog): string[] {
  const places = new Map(tables.map((table) => [table.name, placementOf(table)]));
  const shops = uniqueKeys.filter(({ table, columns }) => places.get(table) === 'distributed' && columns[0] !== SHOP);
  const kept = triggers.filter((trigger) => places.has(trigger.table) && !isSpare(trigger));
  return [
    ...shops.map(({ table, name }) => `the key ${name} of ${table} does not begin with ${SHOP}`),
    ...foreignKeys.flatMap((key) => {
      const reason = refusalOf(key, places);
      return reason === null ? [] : [`the foreign key ${key.name} of ${key.table} ${reason}`];
    }),
    ...kept.map(({ table, name }) => `${table} has the trigger ${name}`),
  ];
}

function refusalOf({ table, target, columns, targets, sets }: ForeignKey, places: ReadonlyMap<string, Placement>): string | null {
  const [from, to] = [places.get(table), places.get(target)];
  if (from === undefined) return to === undefined ? null : `refers to ${target}, but ${table} belongs to no area`;
  if (to === undefined) return `refers to ${target}, which belongs to no area`;
  if (from === 'reference') return to === 'reference' ? null : `refers from a global table to ${target}`;
  if (sets) return 'sets columns when the other row changes';
  if (to === 'reference') return null;
  return columns[0] === SHOP && targets[0] === SHOP ? null : `does not begin with ${SHOP} on both sides`;
}

/** One statement of a distribution. A statement that was carried out is not in the next list. */
export interface DistributionStatement {
  /** in words */
  readonly does: string;
  readonly sql: string;
}

type Key = Pick<ForeignKey, 'table' | 'name' | 'definition'>;

/**
 * Lists what is left to do until all tables are placed. Foreign keys of tables that are not placed yet are dropped first and added
 * at the end: Citus refuses a key between a table that is placed and one that is not, and it does not fill a table that refers to
 * a global one. Before a key is dropped, its definition is stored, so that a distribution that was interrupted can go on.
 */
export function distributionSteps(tables: readonly Table[], catalog: Catalog): DistributionStatement[] {
  const open = tables.filter(({ name }) => !catalog.placed.has(name));
  const names = new Set(open.map(({ name }) => name));
  const crossing = catalog.foreignKeys.filter(({ table, target }) => names.has(table) || names.has(target));
  const triggers = catalog.triggers.filter((trigger) => names.has(trigger.table) && isSpare(trigger));
  const there = new Set(catalog.foreignKeys.filter((key) => !crossing.includes(key)).map(keyName));
  const added = [...catalog.dropped.filter((key) => !there.has(keyName(key))), ...crossing];
  const filled = tables.filter(({ name }) => catalog.withLocalRows.has(name));
  return [
    ...triggers.map(({ table, name }) => ({
      does: `drop a trigger of ${table}`,
      sql: `drop trigger ${quoted(name)} on ${quoted(table)}`,
    })),
    ...(crossing.length > 0 ? [NOTE] : []),
    ...crossing.map(drop),
    ...placings(tables, open, catalog),
    ...filled.map(({ name }) => ({
      does: `empty the copy of ${name} on the coordinator`,
      sql: `select truncate_local_data_after_distributing_table(${literal(name)})`,
    })),
    ...uniqueByName(added).map(add),
    ...(crossing.length > 0 || catalog.tables.includes(DROPPED_KEYS) ? [FORGET] : []),
    ...(catalog.hasShopRows ? [] : [PLACE_SHOP_ROWS]),
  ];
}

const NOTE: DistributionStatement = {
  does: 'make a place for the definitions of foreign keys',
  sql: `create table if not exists ${DROPPED_KEYS} (table_name text, name text, definition text not null, primary key (table_name, name))`,
};
const FORGET: DistributionStatement = { does: 'forget the definitions of foreign keys', sql: `drop table ${DROPPED_KEYS}` };

/** Both statements are one transaction, because they are sent together: an event of a shop without a row would be lost. */
const PLACE_SHOP_ROWS: DistributionStatement = {
  does: 'give every shop a row on its server',
  sql: `insert into ${SHOP_ROWS_TABLE} (shop_id) select s.id from shops s on conflict do nothing;
  create or replace view ${SHOP_ROWS} as select ${SHOP} from ${SHOP_ROWS_TABLE}`,
};

/** Both statements are one transaction, because they are sent together. */
function drop({ table, name, definition }: Key): DistributionStatement {
  return {
    does: `drop a foreign key of ${table} for now`,
    sql: `insert into ${DROPPED_KEYS} values (${literal(table)}, ${literal(name)}, ${literal(definition)}) on conflict do nothing;
  alter table ${quoted(table)} drop constraint ${quoted(name)}`,
  };
}

function add({ table, name, definition }: Key): DistributionStatement {
  return {
    does: `add a foreign key of ${table} again`,
    sql: `alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`,
  };
}

/** Global tables come first. All distributed tables are co-located with the first one, so that a shop's rows are on one server. */
function placings(tables: readonly Table[], open: readonly Table[], { placed }: Catalog): DistributionStatement[] {
  const ofShops = open.filter((table) => placementOf(table) === 'distributed');
  const anchor = tables.find(({ name }) => placed.get(name) === 'distributed')?.name ?? ofShops[0]?.name;
  return [
    ...open
      .filter((table) => placementOf(table) === 'reference')
      .map(({ name }) => ({ does: `place ${name} on every server`, sql: `select create_reference_table(${literal(name)})` })),
    ...ofShops.map(({ name }) => ({
      does: `place ${name} by shop`,
      sql: `select create_distributed_table(${literal(name)}, '${SHOP}', colocate_with => ${literal(name === anchor ? 'none' : (anchor ?? ''))})`,
    })),
  ];
}

const keyName = ({ table, name }: Key): string => `${table} ${name}`;

function uniqueByName(keys: readonly Key[]): Key[] {
  return [...new Map(keys.map((key) => [keyName(key), key])).values()];
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
