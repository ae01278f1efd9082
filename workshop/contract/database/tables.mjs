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
  const kept = Object.keys(before).flatMap((name) =>
    after[name] ? columnLines(`${table}.${name}`, before[name], after[name]) : [`the column ${table}.${name} has gone away`],
  );
  const needed = Object.keys(after).filter((name) => !before[name] && !after[name].nullable && after[name].default === '');
  return [...kept, ...needed.map((name) => `the new column ${table}.${name} needs a value, and has no default`)];
}

function columnLines(column, before, after) {
  return [
    ...(isWiderType(before.type, after.type) ? [] : [`the column ${column} is ${after.type}, and was ${before.type}`]),
    ...(before.nullable && !after.nullable ? [`the column ${column} has become not null`] : []),
    ...(!before.nullable && after.nullable ? [`the column ${column} may be null now`] : []),
    ...(before.default === after.default
      ? []
      : [`the default of ${column} is ${after.default || 'none'}, and was ${before.default || 'none'}`]),
  ];
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
  const [unique, plain] = [true, false].map((wanted) =>
    [before, after].map((all) => only(all, ({ unique }) => unique === wanted)),
  );
  const kept = new Set(Object.values(after).map(({ definition }) => definition));
  return [
    ...Object.entries(unique[0]).flatMap(([name, { definition }]) => {
      if (!unique[1][name]) return [`the unique index ${name} of ${table} has gone away`];
      const now = unique[1][name].definition;
      return now === definition ? [] : [`the unique index ${name} of ${table} is ${now}, and was ${definition}`];
    }),
    ...Object.entries(unique[1])
      .filter(([name, index]) => !unique[0][name] && !passes(index))
      .map(([name, { definition }]) => `the unique index ${name} of ${table} is new: ${definition}`),
    ...Object.entries(plain[0])
      .filter(([, { definition }]) => !kept.has(definition))
      .map(([name, { definition }]) => `the index ${name} of ${table} has gone away: ${definition}`),
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
