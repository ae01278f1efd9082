import type { Field } from '../../../application/kernel/fields/field.js';
import type { JsonSchema } from '../../../application/kernel/fields/json-schema.js';

/**
 * A name for the test's title, and a value as JSON text. The value is text, because `JSON.stringify` cannot write all of these
 * values.
 */
export type WrittenValue = readonly [what: string, json: string];

const DEEP: WrittenValue = ['a list in a list in a list', '[[[[["x",{"constructor":{"prototype":1}}]]]]]'];
const NUMBER: WrittenValue = ['a number', '7'];
const TRUE: WrittenValue = ['a boolean', 'true'];
const TEXT: WrittenValue = ['a text', '"true"'];
const OBJECT: WrittenValue = [
  'an object with keys that every object has',
  '{"constructor":1,"__proto__":{"constructor":1},"prototype":{},"a":1}',
];
const LIST: WrittenValue = ['a list', '["a"]'];
/** Values that every text field refuses. */
const UNPRINTABLE: readonly WrittenValue[] = [
  ['NUL', '"a\\u0000b"'],
  ['a control character', '"a\\u0007b"'],
  ['a control character of C1', '"a\\u0085b"'],
  ['half a surrogate pair', '"a\\ud800b"'],
  ['the other half', '"a\\udc00b"'],
];

/** Values that this field refuses in a JSON body. */
export function wrongInJson({ schema }: Field): readonly WrittenValue[] {
  switch (typeOf(schema)) {
    case 'string':
      return [NUMBER, TRUE, OBJECT, LIST, DEEP, ...UNPRINTABLE, ...wrongText(schema)];
    case 'integer':
      return [
        TEXT,
        ['a number as text', '"10"'],
        TRUE,
        OBJECT,
        LIST,
        DEEP,
        ['a fraction', '1.5'],
        ['beyond int4', '2147483648'],
        ['beyond all', '1e400'],
        ...outOfBounds(schema).map((number): WrittenValue => ['out of its bounds', number]),
      ];
    case 'number':
      return [TEXT, ['a number as text', '"10"'], TRUE, OBJECT, LIST, DEEP, ['a negative number', '-1'], ['beyond all', '1e400']];
    case 'boolean':
      return [TEXT, NUMBER, ['zero', '0'], OBJECT, LIST, DEEP, ...UNPRINTABLE];
    case 'array':
      return [
        TEXT,
        NUMBER,
        TRUE,
        OBJECT,
        DEEP,
        ['a list of numbers', '[1]'],
        ['a list with null', '[null]'],
        ...UNPRINTABLE.map(listed),
      ];
    case 'object':
      return [
        ...[TEXT, NUMBER, TRUE, OBJECT, LIST, DEEP],
        ['an object of numbers', '{"a":1}'],
        ['a name in capitals', '{"A":"b"}'],
        ['a text that is too long', JSON.stringify({ a: 'x'.repeat(501) })],
        ...UNPRINTABLE.map(([what, json]): WrittenValue => [`an object with ${what}`, `{"a":${json}}`]),
      ];
    default:
      throw new Error(`say what is wrong for a field of type ${String(schema.type)}`);
  }
}

/** Values that this field refuses in a query, where every value is a text. */
export function wrongInQuery(field: Field): readonly string[] {
  const { schema, name } = field;
  if (typeOf(schema) === 'object') {
    const wrong = ['=gold', '[A]=gold', '[]=gold', '[a]=1&metadata[b]=2', '[a]=1&metadata[a]=2', '[a]=%00', '[a]=a%07b'];
    return wrong.map((query) => `${name}${query.replaceAll('metadata', name)}`);
  }
  const twice = `${name}=1&${name}=2`;
  // A cursor list accepts every single `limit`, but not two of them.
  if (name === 'limit' && schema.description?.includes('clamped')) return [twice];
  const tooLarge = schema.description?.includes('A larger number counts as') ? [] : ['99999999999'];
  const flag = schema.description?.includes('aliases') ? ['2', 'TRUE'] : ['1'];
  const own: Readonly<Record<string, readonly string[]>> = {
    string: [
      ...['%00', 'a%07b', 'a%C2%85b'],
      ...(schema.maxLength === undefined ? [] : ['x'.repeat(schema.maxLength + 1)]),
      ...(schema.format === 'date-time' ? ['', 'yesterday', '2026-03-02', '2026-02-30T00:00:00Z', '2026-03-02T00:00:00'] : []),
    ],
    integer: ['ten', '1.5', '1e1', '-1', '%00', ...tooLarge, ...(tooLarge.length > 0 ? outOfBounds(schema) : [])],
    number: ['ten', '-1', '', '%00', '1e400'],
    boolean: ['yes', '', '%00', ...flag],
  };
  const values = own[typeOf(schema)];
  if (!values) throw new Error(`say what is wrong in a query for a field of type ${typeOf(schema)}`);
  return [twice, ...[...values, ...(schema.enum ? ['zzz', ''] : [])].map((value) => `${name}=${value}`)];
}

function typeOf({ type }: JsonSchema): string {
  return typeof type === 'string' ? type : (type?.find((one) => one !== 'null') ?? 'none');
}

function outOfBounds({ minimum, maximum }: JsonSchema): readonly string[] {
  return [...(minimum === undefined ? [] : [String(minimum - 1)]), ...(maximum === undefined ? [] : [String(maximum + 1)])];
}

function wrongText({ format, enum: values, maxLength }: JsonSchema): readonly WrittenValue[] {
  const tooLong: WrittenValue[] = maxLength === undefined ? [] : [['too long', JSON.stringify('x'.repeat(maxLength + 1))]];
  return format || values ? [['another text', '"zzz zzz"'], ...tooLong] : tooLong;
}

function listed([what, json]: WrittenValue): WrittenValue {
  return [`a list with ${what}`, `[${json}]`];
}
