import { compared } from '../compare/changes.mjs';
import { isWiderType } from './types.mjs';

/** Returns a line for each change of a table that the version before can meet. */
export function tableBreaks(table, before, after) {
  const isNew = (column) => !before.columns[column] && after.columns[column];
  // A row that the version before writes has null there.
  const isLeftOut = (column) => isNew(column) && after.columns[column].nullable && after.columns[column].default === '';
  return [
    ...columnBreaks(table, before.columns, after.columns),
    ...definitionBreaks(
      `check of ${table}`,
      before.checks,
      after.checks,
      ({ columns }) => columns.length > 0 && columns.every(isNew),
    ),
    ...definitionBreaks(`foreign key of ${table}`, before.foreignKeys, after.foreignKeys, ({ columns }) =>
      columns.some(isLeftOut),
    ),
    ...indexBreaks(table, before.indexes, after.indexes, ({ columns, nullsDiffer }) => nullsDiffer && columns.some(isLeftOut)),
  ];
}

function columnBreaks(table, before, after) {
  return compared(before, after, {
    gone: (name) => `the column ${table}.${name} has gone away`,
    fresh: (name, { nullable, default: value }) =>
      nullable || value !== '' ? [] : `the new column ${table}.${name} needs a value, and has no default`,
    kept: (name, old, now) => columnLines(`${table}.${name}`, old, now),
  });
}

function columnLines(column, before, after) {
  const [old, now] = [before, after].map(({ default: value }) => value || 'none');
  // The version before gives a value to a column that needs one and has no default.
  const isUnused = !before.nullable && old === 'none';
  return [
    !isWiderType(before.type, after.type) && `the column ${column} is ${after.type}, and was ${before.type}`,
    before.nullable && !after.nullable && `the column ${column} has become not null`,
    !before.nullable && after.nullable && `the column ${column} may be null now`,
    old !== now && !isUnused && `the default of ${column} is ${now}, and was ${old}`,
  ].filter(Boolean);
}

/** Checks and foreign keys are compared by their definitions, because nothing uses their names. */
function definitionBreaks(what, before, after, passes) {
  const added = without(after, before);
  const removed = without(before, after);
  return [
    ...Object.entries(removed).map(([name, { definition }]) =>
      added[name]
        ? `the ${what} is ${added[name].definition}, and was ${definition}`
        : `the ${what} has gone away: ${definition}`,
    ),
    ...Object.entries(added)
      .filter(([name, constraint]) => !removed[name] && !passes(constraint))
      .map(([, { definition }]) => `the ${what} is new: ${definition}`),
  ];
}

/** A unique index is known by its name: refusals are made of the name, and `on conflict` finds it by its definition. */
function indexBreaks(table, before, after, passes) {
  const isUnique = ({ unique }) => unique;
  const uniqueBreaks = compared(only(before, isUnique), only(after, isUnique), {
    gone: (name) => `the unique index ${name} of ${table} has gone away`,
    fresh: (name, index) => (passes(index) ? [] : `the unique index ${name} of ${table} is new: ${index.definition}`),
    kept: (name, { definition: old }, { definition: now }) =>
      old === now ? [] : `the unique index ${name} of ${table} is ${now}, and was ${old}`,
  });
  const plain = Object.entries(
    without(
      only(before, (index) => !isUnique(index)),
      after,
    ),
  );
  return [
    ...uniqueBreaks,
    ...plain.map(([name, { definition }]) => `the index ${name} of ${table} has gone away: ${definition}`),
  ];
}

/** The entries of one object whose definitions the other one does not have. */
function without(some, others) {
  const known = new Set(Object.values(others).map(({ definition }) => definition));
  return only(some, ({ definition }) => !known.has(definition));
}

function only(some, test) {
  return Object.fromEntries(Object.entries(some).filter(([, value]) => test(value)));
}
