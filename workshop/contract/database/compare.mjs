import { compared } from '../compare/changes.mjs';
import { tableBreaks } from './tables.mjs';

/**
 * Compares two databases. Returns a line for each change that can make a statement fail which worked before, or that gives the
 * version before rows that it does not know.
 */
export function databaseBreaks(before, after) {
  const lines = [
    ...compared(before.tables, after.tables, {
      gone: (name) => `the table ${name} has gone away`,
      fresh: () => [],
      kept: tableBreaks,
    }),
    ...['functions', 'triggers', 'sequences', 'extensions'].flatMap((kind) => gone(kind.slice(0, -1), before[kind], after[kind])),
    ...workerBreaks(before.worker, after.worker),
    ...migrationBreaks(before.migrations, after.migrations),
  ];
  return lines.map((line) => `database: ${line}`);
}

function gone(kind, before, after) {
  return before.filter((name) => !after.includes(name)).map((name) => `the ${kind} ${name} has gone away`);
}

/** graphile-worker itself says after which of its migrations its earlier versions refuse to work. */
function workerBreaks(before, after) {
  const known = new Set(before.map(({ id }) => id));
  const breaking = after.filter(({ id, breaking }) => breaking && !known.has(id));
  return breaking.map(({ id }) => `migration ${id} of graphile-worker stops the workers of the previous version`);
}

function migrationBreaks(before, after) {
  const newest = Object.keys(before).map(timeOf).sort().at(-1) ?? '';
  return compared(before, after, {
    gone: (name) => `the released migration ${name} has gone away`,
    fresh: (name) => (timeOf(name) <= newest ? `the migration ${name} comes before a released one: give it a later time` : []),
    kept: (name, old, now) => (old === now ? [] : `the released migration ${name} has changed`),
  });
}

/** The time at the end of a migration's name has the same number of digits in all. */
function timeOf(name) {
  return /\d+$/.exec(name)?.[0] ?? '';
}
