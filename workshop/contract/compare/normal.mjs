import { resolved } from './references.mjs';

/** The keywords that are a limit, with the bound that allows everything. */
export const BOUNDS = {
  ...{ maximum: Infinity, exclusiveMaximum: Infinity, maxLength: Infinity, maxItems: Infinity, maxProperties: Infinity },
  ...{ minimum: -Infinity, exclusiveMinimum: -Infinity, minLength: 0, minItems: 0, minProperties: 0 },
};

/** The one of two limits that allows less. */
export function tighter(keyword, one, other) {
  return BOUNDS[keyword] === Infinity ? Math.min(one, other) : Math.max(one, other);
}

/**
 * Returns the forms that a value of the schema may have. Each form is a schema without references and without `allOf`, `anyOf`
 * and `oneOf`. Most schemas have one form.
 */
export function formsOf(schema, root) {
  const { allOf = [], anyOf, oneOf, ...own } = plain(resolved(schema, root));
  const parts = allOf.map((part) => formsOf(part, root));
  const choices = [anyOf, oneOf].filter(Boolean).map((forms) => forms.flatMap((form) => formsOf(form, root)));
  return withoutNull(
    [...parts, ...choices].reduce((forms, more) => forms.flatMap((form) => more.map((one) => both(form, one))), [own]),
  );
}

/** A form that is only null is no form of its own: the others can be null instead. */
function withoutNull(forms) {
  const others = forms.filter(({ type }) => [type].flat().join() !== 'null');
  if (others.length === 0 || others.length === forms.length) return forms;
  return others.map(({ const: _, ...form }) => {
    const [types, values] = [typesOf(form), valuesOf(form)];
    return {
      ...form,
      ...(types && { type: [...types, 'null'] }),
      ...(values && { enum: [...values].map((value) => JSON.parse(value)).concat(null) }),
    };
  });
}

function plain(schema) {
  if (schema === true) return {};
  return schema === false ? { not: {} } : schema;
}

/** The schema of the values that fit both schemas. */
function both(one, other) {
  const merged = { ...one, ...other };
  for (const keyword of Object.keys(one).filter((name) => other[name] !== undefined)) {
    merged[keyword] = keyword in BOUNDS ? tighter(keyword, one[keyword], other[keyword]) : together(one[keyword], other[keyword]);
  }
  if (one.properties && other.properties) merged.properties = bothOfEach(one.properties, other.properties);
  if (one.required && other.required) merged.required = [...new Set([...one.required, ...other.required])];
  const isWhole = (type, known) => known.has(type) || (type === 'integer' && known.has('number'));
  const types = common(typesOf(one), typesOf(other), isWhole);
  if (types) merged.type = types;
  const values = common(valuesOf(one), valuesOf(other), (value, known) => known.has(value));
  if (values) merged.enum = values.map((value) => JSON.parse(value));
  return merged;
}

/** Two rules of one keyword. The keywords whose rules can be joined in a better way are joined by `both`. */
function together(one, other) {
  return JSON.stringify(one) === JSON.stringify(other) ? one : { allOf: [one, other] };
}

function bothOfEach(some, others) {
  const shared = Object.keys(some).filter((name) => name in others);
  return { ...some, ...others, ...Object.fromEntries(shared.map((name) => [name, { allOf: [some[name], others[name]] }])) };
}

/** The members of both sets. Null: neither set is given. */
function common(some, others, isIn) {
  if (!some || !others) return some || others ? [...(some ?? others)] : null;
  return [...new Set([...[...some].filter((one) => isIn(one, others)), ...[...others].filter((one) => isIn(one, some))])];
}

/** The types that the schema names. Null: it names none. */
export function typesOf({ type }) {
  return type === undefined ? null : new Set([type].flat());
}

/** The values that the schema lists, as JSON. Null: it lists none. */
export function valuesOf(schema) {
  const values = schema.enum ?? ('const' in schema ? [schema.const] : null);
  return values && new Set(values.map((value) => JSON.stringify(value)));
}
