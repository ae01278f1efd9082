import { compared } from './changes.mjs';
import { formsOf } from './normal.mjs';
import { isUnchanged } from './references.mjs';
import { valueChanges } from './values.mjs';

/**
 * Compares two schemas of what clients send (`input`) or of what they get (`answer`). An input may only allow more, an answer
 * only less, with the exceptions that docs/decisions/0041-a-contract-that-holds.md lists.
 * @param walk `direction`; `before` and `after`, the documents that references refer to; `same`, the references that need no
 *   comparison; `subject`, which names the value at a path; `isLeftOut`, which is true for a path that is compared elsewhere
 * @returns changes: `{ breaking, text }`
 */
export function schemaChanges(before, after, walk) {
  return changesAt(before, after, [], { ...walk, open: [] });
}

function changesAt(before, after, path, walk) {
  if (walk.isLeftOut?.(path) || isUnchanged(before, after, walk)) return [];
  const inside = within(before, after, walk);
  if (!inside) return [];
  const olds = formsOf(before, walk.before);
  const news = formsOf(after, walk.after);
  if (olds.length === 1 && news.length === 1) return formChanges(olds[0], news[0], path, inside);
  return walk.direction === 'input' ? acceptedForms(olds, news, path, inside) : answeredForms(olds, news, path, inside);
}

/**
 * A schema may contain itself, so a pair that is being compared is not compared again within itself. Only a schema that is made
 * of others can come back: only those are remembered, by their text, because merging schemas makes new objects.
 */
function within(before, after, walk) {
  if (![before, after].some(isMade)) return walk;
  const pair = JSON.stringify([before, after]);
  return walk.open.includes(pair) ? null : { ...walk, open: [...walk.open, pair] };
}

function isMade(schema) {
  return ['$ref', 'allOf', 'anyOf', 'oneOf'].some((keyword) => schema[keyword] !== undefined);
}

/** Each form that was accepted must still be accepted by some form. */
function acceptedForms(olds, news, path, walk) {
  return formsChanges(olds, news, (old, now) => formChanges(old, now, path, walk), change(walk, path, false, 'has a new form'));
}

/** Each form that is answered must fit some form that was answered before. */
function answeredForms(olds, news, path, walk) {
  const less = change(walk, path, false, 'no longer has one of its forms');
  const compare = (now, old) => formChanges(old, now, path, walk);
  const fits = (now, old) => !compare(now, old).some(({ breaking }) => breaking);
  const known = news.filter((now) => olds.some((old) => fits(now, old)));
  // A further form of an object is one break, not one for each of its fields.
  const further = news.filter((now) => !known.includes(now));
  const isBeside = further.some(({ properties }) => properties) && olds.every((old) => known.some((now) => fits(now, old)));
  if (isBeside) return [...formsChanges(known, olds, compare, less), change(walk, path, true, 'has a new form')];
  return formsChanges(news, olds, compare, less);
}

/** @param spare the change that is reported if one of the `others` is like none of the forms */
function formsChanges(forms, others, compare, spare) {
  const found = forms.map((form) => closest(others, (other) => compare(form, other)));
  const isSpare = (other) => !found.some(({ form }) => form === other) && forms.every((form) => compare(form, other).length > 0);
  return distinct([...found.flatMap(({ changes }) => changes), ...(others.some(isSpare) ? [spare] : [])]);
}

/** The form with the fewest breaks, and of these the one with the fewest changes. */
function closest(forms, compare) {
  const cost = (changes) => changes.length + 1000 * changes.filter(({ breaking }) => breaking).length;
  return forms
    .map((form) => ({ form, changes: compare(form) }))
    .reduce((best, other) => (cost(other.changes) < cost(best.changes) ? other : best));
}

function formChanges(before, after, path, walk) {
  return [
    ...valueChanges(before, after).map((found) => change(walk, path, breaks(found, walk.direction), found.text)),
    ...(walk.direction === 'input' ? defaultChanges(before.default, after.default, path, walk) : []),
    ...(after.deprecated && !before.deprecated ? [change(walk, path, false, 'is deprecated')] : []),
    ...fieldChanges(before, after, path, walk),
    ...restChanges(before, after, path, walk),
    ...itemChanges(before, after, path, walk),
  ];
}

/** A value that is listed no longer is a break everywhere, and a new one nowhere. */
function breaks({ effect, values }, direction) {
  if (values) return values === 'gone';
  return effect !== (direction === 'input' ? 'wider' : 'narrower');
}

/** A call that leaves the field out means something else when the default changes. */
function defaultChanges(old, now, path, walk) {
  if (JSON.stringify(old) === JSON.stringify(now)) return [];
  if (old === undefined) return [change(walk, path, false, `has the default ${now}`)];
  return [
    change(walk, path, true, now === undefined ? `no longer has the default ${old}` : `has the default ${now}, which was ${old}`),
  ];
}

function fieldChanges(before, after, path, walk) {
  return compared(fieldsOf(before), fieldsOf(after), {
    gone: (name) => change(walk, [...path, name], true, 'has gone away'),
    fresh: (name, { required }) => {
      const isNeeded = walk.direction === 'input' && required;
      return change(walk, [...path, name], isNeeded, isNeeded ? 'is new and required' : 'is new');
    },
    kept: (name, old, now) => {
      const at = [...path, name];
      return [...requiredChanges(old, now, at, walk), ...changesAt(old.schema, now.schema, at, walk)];
    },
  });
}

function fieldsOf({ properties = {}, required = [], additionalProperties = true }) {
  const names = [...new Set([...Object.keys(properties), ...required])];
  const schemaOf = (name) => properties[name] ?? additionalProperties;
  return Object.fromEntries(names.map((name) => [name, { schema: schemaOf(name), required: required.includes(name) }]));
}

function requiredChanges(old, now, path, walk) {
  if (old.required === now.required) return [];
  const isInput = walk.direction === 'input';
  const [always, seldom] = isInput ? ['has become required', 'is no longer required'] : ['is always there', 'may be absent'];
  return [change(walk, path, now.required === isInput, now.required ? always : seldom)];
}

/** The fields that a schema does not name. An answer may always get more fields, so there only their schema counts. */
function restChanges({ additionalProperties: before = true }, { additionalProperties: after = true }, path, walk) {
  const at = [...path, '*'];
  if (before === after) return [];
  if (typeof before === 'object' && typeof after === 'object') return changesAt(before, after, at, walk);
  if (walk.direction === 'answer' && (typeof before !== 'object' || after === false)) return [];
  if (after === false) return [change(walk, path, true, 'no longer takes fields that it does not name')];
  if (before === false) return [change(walk, path, false, 'takes fields that it does not name')];
  return changesAt(before, after, at, walk);
}

function itemChanges({ items: before = true }, { items: after = true }, path, walk) {
  return before === after ? [] : changesAt(before, after, [...path, '[]'], walk);
}

function change({ subject }, path, breaking, text) {
  return { breaking, text: `${subject(path)} ${text}` };
}

function distinct(changes) {
  return changes.filter(({ text }, index) => changes.findIndex((other) => other.text === text) === index);
}
