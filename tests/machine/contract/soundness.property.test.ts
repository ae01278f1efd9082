import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { schemaChanges } from './planted.js';

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly [keyword: string]: unknown;
}

const NAMES = ['a', 'b', 'c'];
const small = fc.integer({ min: 0, max: 3 });
const text = fc.record({ type: fc.constant('string'), minLength: small, maxLength: small }, { requiredKeys: ['type'] });
const number = fc.record(
  {
    type: fc.constantFrom('integer', 'number'),
    minimum: small,
    maximum: small,
    exclusiveMaximum: small,
    multipleOf: fc.constantFrom(1, 2, 4),
  },
  { requiredKeys: ['type'] },
);
const listed = fc.record({ enum: fc.uniqueArray(fc.constantFrom('', 'x', 'xy', 1, 2, null), { minLength: 1 }) });
const pattern = fc.record({ type: fc.constant('string'), pattern: fc.constantFrom('x', '^x') });

/** Schemas of closed objects, because an open one also takes what it does not name. */
const { schema } = fc.letrec<{ schema: Schema; object: Schema; list: Schema; union: Schema; parts: Schema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    text,
    number,
    listed,
    pattern,
    fc.constant({ type: ['string', 'null'] }),
    tie('object'),
    tie('list'),
    tie('union'),
    tie('parts'),
  ),
  object: fc
    .record({ properties: fc.dictionary(fc.constantFrom(...NAMES), tie('schema'), { maxKeys: 3 }), wanted: fc.subarray(NAMES) })
    .map(({ properties, wanted }) => ({
      type: 'object',
      properties,
      required: wanted.filter((name) => name in properties),
      additionalProperties: false,
    })),
  list: fc.record(
    { type: fc.constant('array'), items: tie('schema'), maxItems: small, uniqueItems: fc.boolean() },
    { requiredKeys: ['type', 'items'] },
  ),
  union: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
  parts: fc.tuple(text, fc.record({ maxLength: small })).map((allOf) => ({ allOf })),
}));

const value = fc.letrec<{ value: unknown; object: object; list: unknown[] }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('', 'x', 'xy', 'xyz', 'yx'),
    fc.constantFrom(0, 1, 2, 2.5, 3, 4),
    fc.constant(null),
    tie('object'),
    tie('list'),
  ),
  object: fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 3 }),
  list: fc.array(tie('value'), { maxLength: 3 }),
})).value;

/** A schema, and the same schema after one edit at some place of it. */
const edits = fc
  .record({ before: schema, other: schema, place: fc.nat(), edit: fc.constantFrom('drop', 'replace', 'raise', 'lower', 'or') })
  .map(({ before, other, place, edit }) => ({ before, after: edited(before, other, place, edit) }));

/** Keywords that hold schemas by name or in a list. */
const HOLDERS = ['properties', 'anyOf', 'allOf'];

function edited(before: Schema, other: Schema, place: number, edit: string): Schema {
  const holder = { it: structuredClone(before) };
  const places = placesIn(holder);
  const { parent, key } = places[place % places.length]!;
  const old = parent[key];
  if (edit === 'replace' && typeof old === 'object') parent[key] = other;
  if (edit === 'or' && typeof old === 'object') parent[key] = { anyOf: [old, other] };
  if (edit === 'raise' && typeof old === 'number') parent[key] = old + 1;
  if (edit === 'lower' && typeof old === 'number') parent[key] = Math.max(1, old - 1);
  if (edit === 'drop' && key !== 'it' && !Array.isArray(parent)) Reflect.deleteProperty(parent, key);
  return holder.it;
}

/** All sub-schemas and all numbers of a schema. */
function placesIn(parent: Record<string, unknown>): { parent: Record<string, unknown>; key: string }[] {
  return Object.keys(parent).flatMap((key) => {
    const part = parent[key];
    if (typeof part === 'number') return [{ parent, key }];
    if (typeof part !== 'object' || part === null || ['enum', 'required', 'type'].includes(key)) return [];
    const inside = placesIn(part as Record<string, unknown>); // safe: an object or a list, whose keys are texts
    return HOLDERS.includes(key) ? inside : [{ parent, key }, ...inside];
  });
}

const ajv = new Ajv2020({ strict: false, addUsedSchema: false });

function compared(direction: 'input' | 'answer', before: Schema, after: Schema): { breaks: string[]; additions: string[] } {
  const walk = { before: {}, after: {}, direction, subject: (path: readonly string[]) => path.join('.') };
  const found = schemaChanges(before, after, walk);
  const worded = (breaking: boolean): string[] => found.filter((one) => one.breaking === breaking).map((one) => one.text);
  return { breaks: worded(true), additions: worded(false) };
}

const values = fc.array(value, { minLength: 20, maxLength: 40 });

it('an input without a break takes every value that it took before', () => {
  let tried = 0;
  fc.assert(
    fc.property(edits, values, ({ before, after }, samples) => {
      fc.pre(compared('input', before, after).breaks.length === 0);
      const [took, takes] = [ajv.compile(before), ajv.compile(after)];
      for (const sample of samples.filter((one) => took(one))) {
        tried += 1;
        expect({ before, after, sample, taken: takes(sample) }).toMatchObject({ taken: true });
      }
    }),
    { numRuns: 60, maxSkipsPerRun: 100 },
  );
  expect(tried).toBeGreaterThan(50);
});

it('an answer without a break has no value that it could not have before, but for new fields and new values of a list', () => {
  let tried = 0;
  fc.assert(
    fc.property(edits, values, ({ before, after }, samples) => {
      const { breaks, additions } = compared('answer', before, after);
      fc.pre(breaks.length === 0 && !additions.some((line) => line.includes('has the new value')));
      const [had, has] = [ajv.compile(open(before)), ajv.compile(after)];
      for (const sample of samples.filter((one) => has(one))) {
        tried += 1;
        expect({ before, after, sample, known: had(sample) }).toMatchObject({ known: true });
      }
    }),
    { numRuns: 60, maxSkipsPerRun: 100 },
  );
  expect(tried).toBeGreaterThan(50);
});

it('a schema that is compared with itself says nothing', () => {
  fc.assert(
    fc.property(schema, fc.constantFrom('input' as const, 'answer' as const), (one, direction) => {
      expect(compared(direction, one, structuredClone(one))).toEqual({ breaks: [], additions: [] });
    }),
  );
});

/** A client reads an answer with fields that it does not know. */
function open(schemaOfAnswer: Schema): Schema {
  return JSON.parse(
    JSON.stringify(schemaOfAnswer).replaceAll('"additionalProperties":false', '"additionalProperties":true'),
  ) as Schema; // safe: still a schema
}
