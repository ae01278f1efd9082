import { BOUNDS, tighter, typesOf, valuesOf } from './normal.mjs';

/** Keywords that limit nothing, and those that other files compare. */
const ELSEWHERE = new Set([
  ...['description', 'title', 'summary', 'example', 'examples', '$comment', '$schema', '$defs', 'deprecated', 'default'],
  ...['properties', 'required', 'items', 'additionalProperties'],
]);
const HERE = new Set([...Object.keys(BOUNDS), 'type', 'enum', 'const', 'multipleOf', 'uniqueItems']);

/**
 * Compares the rules for one value. Each change has an effect: the values that the schema allows become `narrower` or `wider`, or
 * both (`other`). A keyword that this function does not know is `other`, so that no rule changes unseen.
 */
export function valueChanges(before, after) {
  return [
    ...typeChanges(before, after),
    ...listChanges(before, after),
    ...boundChanges(before, after),
    ...stepChanges(before.multipleOf, after.multipleOf),
    ...flagChanges(before.uniqueItems ?? false, after.uniqueItems ?? false),
    ...otherChanges(before, after),
  ];
}

function typeChanges(before, after) {
  const [old, now] = [given(before), given(after)];
  if (!old.types && !now.types) return [];
  if (!old.types) return [{ effect: 'narrower', text: `had any type and is ${named(now.types)}` }];
  if (!now.types) return [{ effect: 'wider', text: `was ${named(old.types)} and may have any type` }];
  const [lost, gained] = [missing(old.types, now.types), missing(now.types, old.types)];
  const effect = lost && gained ? 'other' : lost ? 'narrower' : 'wider';
  return [
    ...(lost || gained ? [{ effect, text: `was ${named(old.types)} and is ${named(now.types)}` }] : []),
    ...(old.nullable && !now.nullable ? [{ effect: 'narrower', text: 'can no longer be null' }] : []),
    ...(!old.nullable && now.nullable ? [{ effect: 'wider', text: 'can be null' }] : []),
  ];
}

/** The types without null. A list of values shows the types, if the schema does not name them. */
function given(schema) {
  const values = valuesOf(schema);
  const types = typesOf(schema) ?? (values && new Set([...values].map((value) => typeOf(JSON.parse(value)))));
  if (!types) return { types: null };
  return {
    types: new Set([...types].filter((type) => type !== 'null')),
    nullable: types.has('null') && (values?.has('null') ?? true),
  };
}

function typeOf(value) {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function missing(types, among) {
  return [...types].some((type) => !among.has(type) && !(type === 'integer' && among.has('number')));
}

function named(types) {
  return [...types].sort().join(' or ') || 'null';
}

function listChanges(before, after) {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  if (!old && !now) return [];
  if (!old) return [{ effect: 'narrower', text: `takes only ${listed(now)}` }];
  if (!now) return [{ effect: 'wider', text: `is no longer limited to ${listed(old)}` }];
  const gone = [...old].filter((value) => value !== 'null' && !now.has(value));
  const fresh = [...now].filter((value) => value !== 'null' && !old.has(value));
  return [
    ...(gone.length > 0 ? [{ effect: 'narrower', values: 'gone', text: `no longer has the value ${listed(gone)}` }] : []),
    ...(fresh.length > 0 ? [{ effect: 'wider', values: 'new', text: `has the new value ${listed(fresh)}` }] : []),
  ];
}

function listed(values) {
  return [...values].map((value) => value.replaceAll('"', '')).join(', ');
}

/** A limit that allows less is narrower. */
function boundChanges(before, after) {
  return Object.entries(BOUNDS).flatMap(([keyword, none]) => {
    const [old, now] = [before[keyword] ?? none, after[keyword] ?? none];
    if (old === now) return [];
    const effect = tighter(keyword, old, now) === now ? 'narrower' : 'wider';
    if (old === none) return [{ effect, text: `has the new limit ${keyword} ${now}` }];
    const text = now === none ? `no longer has the limit ${keyword} ${old}` : `has ${keyword} ${now}, which was ${old}`;
    return [{ effect, text }];
  });
}

function stepChanges(old, now) {
  if (old === now) return [];
  if (old === undefined || now % old === 0) return [{ effect: 'narrower', text: `must be a multiple of ${now}` }];
  if (now === undefined || old % now === 0) return [{ effect: 'wider', text: `need not be a multiple of ${old}` }];
  return [{ effect: 'other', text: `must be a multiple of ${now}, which was ${old}` }];
}

function flagChanges(old, now) {
  if (old === now) return [];
  return [now ? { effect: 'narrower', text: 'takes no repeats' } : { effect: 'wider', text: 'takes repeats' }];
}

function otherChanges(before, after) {
  const keywords = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keywords].sort().flatMap((keyword) => {
    if (ELSEWHERE.has(keyword) || HERE.has(keyword) || keyword.startsWith('x-')) return [];
    const [old, now] = [before[keyword], after[keyword]];
    if (JSON.stringify(old) === JSON.stringify(now)) return [];
    return [{ effect: effectOf(keyword, old, now), text: worded(keyword, old, now) }];
  });
}

function effectOf(keyword, old, now) {
  if (keyword !== 'pattern' && keyword !== 'format') return 'other';
  return old === undefined ? 'narrower' : now === undefined ? 'wider' : 'other';
}

function worded(keyword, old, now) {
  const text = (value) => (typeof value === 'string' ? value : JSON.stringify(value));
  if (old === undefined) return `has the new rule ${keyword} ${text(now)}`;
  return now === undefined
    ? `no longer has the rule ${keyword} ${text(old)}`
    : `has ${keyword} ${text(now)}, which was ${text(old)}`;
}
