import type { Table } from '../tables/table.js';
import type { Catalog, ForeignKey, Named } from './catalog.js';
import { placementOf, SHOP, type Placement } from './placement.js';

/** Triggers that announce changes by SQL. The service announces its own changes, so a distribution may drop them. */
const SPARE_TRIGGERS: ReadonlySet<string> = new Set(['shops.shops_changed', 'api_keys.api_keys_changed']);

export function isSpare({ table, name }: Named): boolean {
  return SPARE_TRIGGERS.has(`${table}.${name}`);
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
