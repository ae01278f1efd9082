import fc from 'fast-check';
import type { JsonSchema } from '../../../application/kernel/fields/json-schema.js';

/**
 * A generator of text, which is usually JSON. It does not make JavaScript values, because these cannot have two equal keys, or a
 * number beyond the range of a double.
 */
type Written = fc.Arbitrary<string>;

const text = (value: string): string => JSON.stringify(value);
const nested = (levels: number, open: string, shut: string): string => `${open.repeat(levels)}null${shut.repeat(levels)}`;

const KEYS = ['constructor', '__proto__', 'prototype', 'toString', 'valueOf', 'length', 'then', 'id', '', 'a.b', '$ref', '0'];

const TEXTS = [
  '',
  ' ',
  'a',
  'Dana',
  'null',
  'true',
  '0',
  '-1',
  '1e400',
  '2026-03-02T09:00:00Z',
  '2026-02-30T09:00:00Z',
  '9999-12-31T23:59:59.999Z',
  'dana@example.com',
  '6135550142',
  '018f0000-0000-7000-8000-000000000000',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '=1+1',
  '../..',
  '\u202e',
  '\u0000',
  'a\u0007',
  '\n',
  '\ud800',
  '\udc00',
  '\ufeff',
  '🙏',
  'ß',
  'İ',
  'x'.repeat(10_000),
  'é'.repeat(4001),
  'a' + '\u0301'.repeat(5000),
  '🙏'.repeat(3000),
  '0'.repeat(5000),
];

/** Values that are made without a schema. Most of them are unusual, and many fields refuse them. */
const hostile: Written = fc.oneof(
  fc.constantFrom(
    'null',
    'true',
    'false',
    '0',
    '-0',
    '1',
    '-1',
    '1.5',
    '1e400',
    '-1e400',
    '1e-400',
    '2147483648',
    '9007199254740993',
    '9'.repeat(400),
    '[]',
    '{}',
    '[null]',
    '[[]]',
    '{"a":1}',
    nested(31, '[', ']'),
    nested(40, '[', ']'),
    nested(40, '{"a":', '}'),
    nested(20_000, '[', ']'),
    `[${'1,'.repeat(2000)}1]`,
    `{${Array.from({ length: 500 }, (_, at) => `"k${at}":1`).join(',')}}`,
  ),
  ...KEYS.map((key) => fc.constant(`{${text(key)}:1}`)),
  fc.constantFrom(...KEYS).map((key) => `[{${text(key)}:{"constructor":{"prototype":null}}}]`),
  fc.constantFrom(...TEXTS).map(text),
  fc.string({ unit: 'binary', maxLength: 40 }).map(text),
  fc.json({ maxDepth: 3 }),
);

/**
 * A value that fits the schema, or almost fits.
 * @param ids the values for a field with an id
 */
function fitting(schema: JsonSchema, ids: readonly string[]): Written {
  const { enum: values, format, items, properties, minimum = 0, maximum = 1000, maxLength = 40 } = schema;
  if (values) return fc.constantFrom(...values.map((value) => JSON.stringify(value)));
  switch ([schema.type].flat().find((type) => type !== 'null')) {
    case 'boolean':
      return fc.constantFrom('true', 'false');
    case 'integer':
      return fc.integer({ min: minimum, max: Math.max(minimum, maximum) }).map(String);
    case 'number':
      return fc.integer({ min: 0, max: 100_000 }).map((cents) => String(cents / 100));
    case 'array':
      return fc.array(items ? fitting(items, ids) : hostile, { maxLength: 3 }).map((entries) => `[${entries.join(',')}]`);
    case 'object':
      return objectOf(properties ?? { plan: { type: 'string' }, 'crm.stage': { type: 'string', maxLength: 500 } }, ids);
    default:
  }
  if (format === 'date-time')
    return fc
      .date({ min: new Date(0), max: new Date('2099-01-01'), noInvalidDate: true })
      .map((date) => text(date.toISOString()));
  if (format === 'email') return fc.uuid().map((name) => text(`${name}@example.com`));
  if (ids.length > 0 && (format === 'uuid' || maxLength === 36)) return fc.constantFrom(...ids).map(text);
  return fc.oneof(fc.string({ minLength: 1, maxLength: Math.min(maxLength, 40) }), fc.constantFrom(...ids, ...TEXTS)).map(text);
}

/** Makes an object with some of the properties. Some of these have wrong values, and some objects have unknown properties. */
function objectOf(properties: Readonly<Record<string, JsonSchema>>, ids: readonly string[]): Written {
  const members = Object.entries(properties).map(([name, schema]) =>
    fc
      .oneof(
        { weight: 6, arbitrary: fitting(schema, ids) },
        { weight: 3, arbitrary: fc.constant(null) },
        { weight: 2, arbitrary: hostile },
      )
      .map((value) => (value === null ? [] : [`${text(name)}:${value}`])),
  );
  const others = fc.array(
    fc.tuple(fc.constantFrom(...KEYS), hostile).map(([name, value]) => `${text(name)}:${value}`),
    { maxLength: 2 },
  );
  const some = fc.oneof({ weight: 5, arbitrary: fc.constant<string[]>([]) }, { weight: 1, arbitrary: others });
  return fc.tuple(some, ...members).map(([before, ...own]) => `{${[...before, ...own.flat()].join(',')}}`);
}

/** Makes a body: usually an object with these properties, sometimes any JSON, and sometimes text that is not JSON. */
export function bodyOf(properties: Readonly<Record<string, JsonSchema>>, ids: readonly string[]): Written {
  const broken = fc.constantFrom('', '{', '[', '{"a":}', '\u0000', 'null', '[]', '1', '""');
  return fc.oneof(
    { weight: 30, arbitrary: objectOf(properties, ids) },
    { weight: 1, arbitrary: broken },
    { weight: 1, arbitrary: hostile },
  );
}

/** Makes the value of a parameter for a URL. Some values are encoded wrongly. */
export function parameterOf(schema: JsonSchema, ids: readonly string[]): fc.Arbitrary<string> {
  const bare = fitting(schema, ids).map((json) => encoded(json.replace(/^"|"$/g, '')));
  const raw = fc.constantFrom(
    '',
    '%00',
    '%',
    '%zz',
    '%c3%28',
    '%ED%A0%80',
    '..%2f',
    '+',
    '[]',
    '__proto__',
    'constructor',
    'a'.repeat(1400),
  );
  return fc.oneof(
    { weight: 5, arbitrary: bare },
    { weight: 2, arbitrary: raw },
    { weight: 1, arbitrary: fc.constantFrom(...TEXTS).map(encoded) },
  );
}

/**
 * Encodes a value for a URL and cuts it, because the head of a request may have at most 16 KiB. `Buffer` first replaces
 * half a surrogate pair, which `encodeURIComponent` refuses.
 */
function encoded(value: string): string {
  return encodeURIComponent(Buffer.from(value).toString()).slice(0, 1400);
}
