import { capitalized, listed, namesOf, readName } from './names.mjs';
import { refuseUnless } from './refusal.mjs';

/**
 * The types of fields: the type in the domain, the decorator in `application/kernel/fields` with its limit, the function of
 * `*.entity.ts`, the column in a migration, and the type in JSON.
 */
const TYPES = {
  text: { Type: 'string', decorator: 'Text', limit: 'max: 200', column: 'text', sql: 'text' },
  email: { Type: 'EmailAddress', decorator: 'Email', column: 'text', sql: 'text', example: 'dana@example.com' },
  phone: { Type: 'E164', decorator: 'Phone', column: 'text', sql: 'text', example: '+16135550142' },
  int: { Type: 'number', decorator: 'Int', limit: 'min: 0', column: 'integer', sql: 'integer', json: 'number', example: 3 },
  money: { Type: 'Money', decorator: 'Amount', column: 'amount', sql: 'bigint', json: 'number', example: 49.5 },
  flag: { Type: 'boolean', decorator: 'Flag', column: 'flag', sql: 'boolean', json: 'boolean', example: true },
  instant: {
    ...{ Type: 'Instant', decorator: 'DateTime', column: 'instant', sql: 'timestamptz(3)' },
    example: '2026-04-01T09:00:00.000Z',
  },
  uuid: { Type: 'string', decorator: 'Uuid', column: 'uuid', sql: 'uuid' },
};
const CHOICE = { decorator: 'OneOf', column: 'text', sql: 'text' };

const READ = { number: Number, boolean: (text) => text === 'true', string: String };

const FIELD = /^([^?:=]+)(\??):([^=]+)(?:=(.+))?$/;
const clashing = (names, what) => Object.fromEntries(names.split(' ').map((name) => [name, what]));
/** The names that no field of a record or of an input can have, each with what has the name. */
export const CLASHES = {
  ...clashing('id shop_id created_at version origin external_id', 'a field that the service keeps of a record'),
  ...clashing('limit offset cursor', 'a field that lists take'),
  ...clashing('currency shop input cause decision before', 'a variable of the written code'),
};

/**
 * Reads the fields of flags such as `note?:text` and `size:small|large`.
 * @param types the names of the types that are allowed here
 * @param areas the areas to whose records a field may refer
 * @param clashes the names that the fields cannot have, each with what has the name
 * @param reservedBy whose reserved words the fields cannot have
 */
export function readFields(flags, types, { clashes, reservedBy, areas = [] }) {
  const fields = flags.map((flag) => readField(flag, types, { clashes: new Map(Object.entries(clashes)), reservedBy, areas }));
  for (const { name } of fields)
    refuseUnless(fields.filter((other) => other.name === name).length === 1, `two fields are named ${name}.`);
  return fields;
}

function readField(flag, types, { clashes, reservedBy, areas }) {
  const parts = FIELD.exec(flag);
  refuseUnless(parts, `a field is written name:type or name?:type, such as license_plate:text, not ${JSON.stringify(flag)}.`);
  const [, given, mark, typeName, example] = parts;
  const clash = clashes.get(given.replaceAll('-', '_'));
  refuseUnless(!clash, `a field cannot be named ${given}: that is the name of ${clash}. Take a name of two words.`);
  const { snake: name, camel: key, constant, pascal, text } = readName(given, 'a field', { reservedBy });
  const values = typeName.includes('|') ? readValues(name, typeName, example) : null;
  const area = areas.includes(typeName) ? typeName : null;
  const kinds = [...types, 'one of several values (small|large)', ...(areas.length > 0 ? ['an area, such as vehicles'] : [])];
  refuseUnless(values || area || types.includes(typeName), `${name} has the type ${typeName}, but a field is ${listed(kinds)}.`);
  const type = values ? { ...CHOICE, Type: pascal } : TYPES[area ? 'uuid' : typeName];
  const named = { name, key, constant, pascal, label: capitalized(text), typeName, area, money: typeName === 'money' };
  const words = { 'value list': values?.map(quoted).join(', '), 'value union': values?.map(quoted).join(' | ') };
  const field = { json: 'string', ...named, ...type, ...words, values, optional: mark === '?', renamed: name !== key };
  return withExample(field, example);
}

function readValues(name, typeName, example) {
  const values = typeName.split('|');
  for (const value of values)
    refuseUnless(/^[a-z][a-z0-9_]*$/.test(value), `the values of ${name} are words in lower case, joined by |: small|large.`);
  refuseUnless(new Set(values).size === values.length, `${name} has a value twice: ${typeName}.`);
  refuseUnless(example === undefined || values.includes(example), `the example of ${name} is one of its values: ${typeName}.`);
  return values;
}

/** Adds the example of a field as code: as JSON, as a value of the domain (`stored`), and as a value of a row. */
function withExample(field, given) {
  const { name, typeName, json, values } = field;
  const standard = values?.[0] ?? field.example ?? field.label;
  const value = given === undefined ? standard : READ[json](given);
  refuseUnless(!Number.isNaN(value), `the example of ${name} must be a number: ${name}:${typeName}=3.`);
  const isWhole = Number.isInteger(value) && value >= 0;
  refuseUnless(typeName !== 'int' || isWhole, `the example of ${name} must be a whole number from 0.`);
  const isFlag = given === undefined || given === String(value);
  refuseUnless(typeName !== 'flag' || isFlag, `the example of ${name} must be true or false.`);
  const example = typeof value === 'string' ? quoted(value) : String(value);
  const minor = String(Math.round(value * 100)); // the shops of the tests have a currency with two decimals
  const ofDomain = {
    ...{ email: `${example} as EmailAddress`, phone: `${example} as E164` },
    ...{ money: `${minor} as Money`, instant: `at(${example})` },
  };
  const stored = ofDomain[typeName] ?? example;
  const safe = stored.includes(' as ') ? 'it is in the normal form' : '';
  return { ...field, example, stored, safe, row: typeName === 'money' ? minor : example };
}

/** The declaration of a field, such as `@Text({ max: 200 })`. @param more further options, as they are written */
export function declared({ decorator, limit, values, list, optional }, more = []) {
  const options = [...(limit ? [limit] : []), ...(optional ? ['optional: true'] : []), ...more].join(', ');
  return `@${decorator}(${[...(values ? [list] : []), ...(options ? [`{ ${options} }`] : [])].join(', ')})`;
}

/** The pattern that takes a field out of an input: `license_plate: licensePlate`, or `note = null`. */
export function taken({ name, key, renamed, optional }) {
  return `${renamed ? `${name}: ${key}` : name}${optional ? ' = null' : ''}`;
}

/** The name of a field's id, if the code has a type for it: `CustomerId` for `customer_id`. */
export function idTypeOf(name, sharedIds) {
  const { pascal, camel } = namesOf(name === 'staff_id' ? 'staff_user' : name.replace(/_id$/, ''));
  return sharedIds.has(`${pascal}Id`) ? { type: `${pascal}Id`, record: camel } : null;
}

export function quoted(value) {
  return `'${escaped(value)}'`;
}

export function escaped(value) {
  return value.replaceAll(/['\\]/g, '\\$&');
}
