import { FIELD_TYPES, ONE_OF, quoted } from './field-types.mjs';
import { capitalized, listed, namesOf, readName } from './names.mjs';
import { refuseUnless } from './refusal.mjs';

const FIELD = /^([^?:=]+)(\??):([^=]+)(?:=(.+))?$/;
const RECORD = 'a field that the service keeps of a record';
const LIST = 'a field that lists take';
const CODE = 'a variable of the written code';
/** The names that no field of a record or of an input can have, each with what has the name. */
export const CLASHES = {
  ...Object.fromEntries(['id', 'shop_id', 'created_at', 'version', 'origin', 'external_id'].map((name) => [name, RECORD])),
  ...Object.fromEntries(['limit', 'offset', 'cursor'].map((name) => [name, LIST])),
  ...Object.fromEntries(['currency', 'shop', 'input', 'cause', 'decision', 'before'].map((name) => [name, CODE])),
};

/**
 * Reads the fields of flags such as `note?:text` and `size:small|large`.
 * @param types the names of the types that are allowed here
 * @param clashes the names that the fields cannot have, each with what has the name
 * @param reservedBy whose reserved words the fields cannot have
 */
export function readFields(flags, types, { clashes, reservedBy }) {
  const fields = flags.map((flag) => readField(flag, types, { clashes: new Map(Object.entries(clashes)), reservedBy }));
  for (const { name } of fields)
    refuseUnless(fields.filter((other) => other.name === name).length === 1, `two fields are named ${name}.`);
  return fields;
}

function readField(flag, types, { clashes, reservedBy }) {
  const parts = FIELD.exec(flag);
  refuseUnless(parts, `a field is written name:type or name?:type, such as license_plate:text, not ${JSON.stringify(flag)}.`);
  const [, given, mark, typeName, example] = parts;
  const clash = clashes.get(given.replaceAll('-', '_'));
  refuseUnless(!clash, `a field cannot be named ${given}: that is the name of ${clash}. Take a name of two words.`);
  const { snake: name, camel: key, constant, pascal, text } = readName(given, 'a field', { reservedBy });
  const values = typeName.includes('|') ? typeName.split('|') : undefined;
  for (const value of values ?? [])
    refuseUnless(/^[a-z][a-z0-9_]*$/.test(value), `the values of ${name} are words in lower case, joined by |: small|large.`);
  refuseUnless(new Set(values).size === (values?.length ?? 0), `${name} has a value twice: ${typeName}.`);
  refuseUnless(
    !values || example === undefined || values.includes(example),
    `the example of ${name} is one of its values: ${typeName}.`,
  );
  refuseUnless(
    values || types.includes(typeName),
    `${name} has the type ${typeName}, but a field is ${listed([...types, 'one of several values (small|large)'])}.`,
  );
  const field = { name, key, constant, pascal, text, label: capitalized(text), values, typeName, optional: mark === '?' };
  return completed({ ...field, is: values ? ONE_OF : FIELD_TYPES[typeName] }, example);
}

/** Adds the example of a field, as JSON, as a value of the domain, and as a value of a row. */
function completed(field, given) {
  const { is, name } = field;
  const value = given === undefined ? is.example?.(field) : (is.read ?? String)(given);
  refuseUnless(value === value, `the example of ${name} must be a number: ${name}:${field.typeName}=3.`);
  const { typeName } = field;
  refuseUnless(
    typeName !== 'int' || (Number.isInteger(value) && value >= 0),
    `the example of ${name} must be a whole number from 0.`,
  );
  refuseUnless(
    typeName !== 'flag' || given === undefined || given === String(value),
    `the example of ${name} must be true or false.`,
  );
  const json = typeof value === 'string' ? quoted(value) : String(value);
  return { ...field, example: json, stored: is.stored?.(value) ?? json, row: is.row?.(value) ?? json };
}

/** The declaration of a field, such as `@Text({ max: 200 })`. @param more further options, as they are written */
export function declared(field, more = []) {
  const { is, typeName, optional, list } = field;
  const limit = typeName === 'uuid' ? undefined : is.limit;
  const options = [...(limit ? [limit] : []), ...(optional ? ['optional: true'] : []), ...more];
  const values = field.values ? [list] : [];
  const given = options.length > 0 ? [`{ ${options.join(', ')} }`] : [];
  return `@${is.decorator}(${[...values, ...given].join(', ')})`;
}

/** The pattern that takes a field out of an input: `license_plate: licensePlate`, or `note = null`. */
export function taken({ name, key, optional }) {
  return `${name === key ? name : `${name}: ${key}`}${optional ? ' = null' : ''}`;
}

/** The name of a field's id, if the code has a type for it: `CustomerId` for `customer_id`. */
export function idTypeOf(name, sharedIds) {
  const record = name === 'staff_id' ? 'staff_user' : name.replace(/_id$/, '');
  const type = `${namesOf(record).pascal}Id`;
  return sharedIds.has(type) ? { type, record: namesOf(record).camel } : null;
}
