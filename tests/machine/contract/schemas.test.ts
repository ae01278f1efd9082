import { lines, schemaChanges, type Root } from './planted.js';

type Schema = Readonly<Record<string, unknown>> | boolean;

const changes = (
  direction: 'input' | 'answer',
  before: Schema,
  after: Schema,
  roots: Partial<Record<'before' | 'after', Root>> = {},
) => {
  const subject = (path: readonly string[]): string => path.join('.') || 'it';
  const found = schemaChanges(before, after, { before: {}, after: {}, ...roots, direction, subject });
  return lines({
    breaks: found.filter(({ breaking }) => breaking).map(({ text }) => text),
    additions: found.filter(({ breaking }) => !breaking).map(({ text }) => text),
  });
};

const TEXT = { type: 'string' };
const NUMBER = { type: 'number' };
const NULL = { type: 'null' };
const closed = (properties: object, more: object = {}): object & Schema => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});

describe('schemas that say the same in other words', () => {
  it.each<[string, Schema, Schema]>([
    ['a list of one type', TEXT, { type: ['string'] }],
    ['a list of values with and without its type', { enum: ['a', 'b'] }, { type: 'string', enum: ['b', 'a'] }],
    ['a constant and a list of one value', { const: 'a' }, { enum: ['a'] }],
    ['one form of several', TEXT, { anyOf: [TEXT] }],
    ['a schema and its parts', { type: 'string', maxLength: 5 }, { allOf: [TEXT, { maxLength: 5 }, { maxLength: 9 }] }],
    ['an object and its parts', closed({ a: TEXT, b: TEXT }), { ...closed({ a: TEXT }), allOf: [{ properties: { b: TEXT } }] }],
    ['anything', {}, true],
    ['null as a type and as a form', { type: ['string', 'null'] }, { anyOf: [TEXT, NULL] }],
    ['null as a value and as a form', { enum: ['a', null] }, { oneOf: [{ const: 'a' }, NULL] }],
    ['the same forms in another order', { oneOf: [TEXT, NUMBER] }, { oneOf: [NUMBER, TEXT] }],
  ])('%s', (_, one, other) => {
    for (const direction of ['input', 'answer'] as const) {
      expect(changes(direction, one, other)).toEqual([]);
      expect(changes(direction, other, one)).toEqual([]);
    }
  });

  it.each([TEXT, { anyOf: [closed({ a: TEXT }), NULL] }])('a schema and a reference to it', (schema) => {
    const root = { components: { schemas: { 'A/B': schema } } };
    const reference = { $ref: '#/components/schemas/A~1B' };
    expect(changes('input', reference, schema, { before: root })).toEqual([]);
    expect(changes('answer', schema, reference, { after: root })).toEqual([]);
  });
});

describe('a schema of several forms', () => {
  it('may take one more', () => {
    expect(changes('input', { anyOf: [TEXT, NUMBER] }, { anyOf: [NUMBER, TEXT, closed({})] })).toEqual(['it has a new form']);
    expect(changes('input', TEXT, { anyOf: [TEXT, NUMBER] })).toEqual(['it has a new form']);
  });

  it('may not take one less', () => {
    expect(changes('input', { anyOf: [TEXT, NUMBER] }, { anyOf: [NUMBER] })).toEqual(['BREAK it was string and is number']);
    expect(changes('input', { oneOf: [TEXT, NULL] }, TEXT)).toEqual(['BREAK it can no longer be null']);
  });

  it('may not answer one more', () => {
    expect(changes('answer', { oneOf: [TEXT] }, { oneOf: [TEXT, NUMBER] })).toEqual(['BREAK it was string and is number']);
  });

  it('may answer one less', () => {
    expect(changes('answer', { oneOf: [TEXT, NUMBER] }, TEXT)).toEqual(['it no longer has one of its forms']);
  });

  it('is compared with the form that is most like it', () => {
    const forms = (minutes: Schema): Schema => ({
      anyOf: [closed({ minutes, kind: { const: 'a' } }), closed({ kind: { const: 'b' } })],
    });
    const [long, short] = [forms({ type: 'integer', maximum: 90 }), forms({ type: 'integer', maximum: 60 })];
    expect(changes('input', long, short)).toEqual(['BREAK minutes has maximum 60, which was 90']);
    expect(changes('answer', long, short)).toEqual(['minutes has maximum 60, which was 90']);
  });
});

describe('a schema of several parts', () => {
  it('is as narrow as all of them', () => {
    const parts = (...more: Schema[]): Schema => ({ allOf: [{ type: ['string', 'null'] }, ...more] });
    expect(changes('input', parts(), parts(TEXT))).toEqual(['BREAK it can no longer be null']);
    expect(changes('input', parts({ enum: ['a', 'b'] }), parts({ enum: ['a', 'b'] }, { enum: ['b'] }))).toEqual([
      'BREAK it no longer has the value a',
    ]);
  });

  it('has the fields of all of them, each as narrow as all say', () => {
    const part = (field: object): Schema => ({ type: 'object', properties: { a: field } });
    const both: Schema = { allOf: [part(TEXT), part({ maxLength: 5 })] };
    expect(changes('input', part(TEXT), both)).toEqual(['BREAK a has the new limit maxLength 5']);
    expect(changes('input', both, { ...both, required: ['a'] })).toEqual(['BREAK a has become required']);
  });
});

describe('a schema that contains itself', () => {
  const tree = (label: Schema, required: readonly string[] = []): Root => ({
    components: {
      schemas: {
        Tree: closed({ label, first: { $ref: '#/components/schemas/Tree' }, more: { type: 'array', items: NODE } }, { required }),
      },
    },
  });
  const NODE = { anyOf: [{ $ref: '#/components/schemas/Tree' }, NULL] };
  const reference = { $ref: '#/components/schemas/Tree' };

  it.each<[string, Schema]>([
    ['by reference', reference],
    ['as one of its forms', NODE],
    ['as one of its parts', { allOf: [reference, reference] }],
  ])('is compared once, %s', (_, schema) => {
    const roots = { before: tree(TEXT), after: tree({ type: 'string', maxLength: 5 }) };
    expect(changes('input', schema, schema, { before: roots.before, after: roots.before })).toEqual([]);
    expect(changes('input', schema, schema, roots)).toContain('BREAK label has the new limit maxLength 5');
  });
});

describe('fields without a name', () => {
  const rest = (additionalProperties: Schema): Schema => ({ type: 'object', additionalProperties });

  it.each<[string, Schema, Schema, string[], string[]]>([
    ['of another type', TEXT, NUMBER, ['BREAK * was string and is number'], ['BREAK * was string and is number']],
    ['that may not be there', TEXT, false, ['BREAK it no longer takes fields that it does not name'], []],
    ['that may be there', false, TEXT, ['it takes fields that it does not name'], []],
    ['of one type only', true, TEXT, ['BREAK * had any type and is string'], []],
    ['of any type', TEXT, true, ['* was string and may have any type'], ['BREAK * was string and may have any type']],
  ])('%s', (_, before, after, input, answer) => {
    expect(changes('input', rest(before), rest(after))).toEqual(input);
    expect(changes('answer', rest(before), rest(after))).toEqual(answer);
  });
});

it('a required field that a closed object does not name can have no value', () => {
  const before = closed({ a: TEXT }, { required: ['a'] });
  expect(changes('input', before, closed({}, { required: ['a'] }))).toEqual([
    'BREAK a has the new rule not {}',
    'a was string and may have any type',
  ]);
});

it('a reference to nothing is an error', () => {
  expect(() => changes('input', { $ref: '#/nowhere' }, TEXT)).toThrow('#/nowhere refers to nothing');
  const loop = { a: { $ref: '#/a' } };
  expect(() => changes('input', { $ref: '#/a' }, TEXT, { before: loop })).toThrow('#/a refers to itself');
});
