/** Types of numbers, each of which has all values of those before it. */
const WHOLE = ['smallint', 'integer', 'bigint'];

/** True if a column of the second type takes every value of the first type, and is read as before. */
export function isWiderType(before, after) {
  if (before === after) return true;
  const [one, other] = [before, after].map(partsOf);
  if (WHOLE.includes(one.name)) return WHOLE.indexOf(other.name) > WHOLE.indexOf(one.name);
  if (one.name === 'character varying' && other.name === 'text') return true;
  if (one.name === 'character varying' && other.name === one.name) return lengthOf(other) >= lengthOf(one);
  if (one.name === 'numeric' && other.name === one.name) return isWiderNumeric(one.limits, other.limits);
  return false;
}

function lengthOf({ limits: [length = Infinity] }) {
  return length;
}

/** The scale stays, because it is how a value is written. */
function isWiderNumeric([digits = Infinity, scale], [newDigits = Infinity, newScale]) {
  return newDigits >= digits && newScale === scale;
}

/** `character varying(40)`, `numeric(7,2)` */
function partsOf(type) {
  const [, name, limits = ''] = /^([^(]*)(?:\(([\d,]+)\))?$/.exec(type) ?? [null, type];
  return { name, limits: limits === '' ? [] : limits.split(',').map(Number) };
}
