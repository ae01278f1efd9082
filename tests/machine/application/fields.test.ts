import { parseInput } from '../../../application/kernel/fields/field.js';
import {
  DateTime,
  Decimal,
  Email,
  Flag,
  Int,
  OneOf,
  PathId,
  Phone,
  Text,
  Uuid,
  Verb,
} from '../../../application/kernel/fields/fields.js';
import {
  CursorLimit,
  CursorToken,
  EmailFilter,
  IdFilter,
  ImportedFilter,
  Offset,
  OffsetLimit,
  PhoneFilter,
  TextFilter,
} from '../../../application/kernel/fields/filter-fields.js';
import { parseJson, requireObject } from '../../../application/kernel/fields/json-body.js';
import { Tags } from '../../../application/kernel/fields/list-field.js';
import type { Presence } from '../../../application/kernel/fields/presence.js';
import { parsed, withField } from '../../support/parse.js';

const ID = '01931f6e-abcd-7000-8000-00000000000f';

/** Decorators for fields, each with a value that it accepts. */
const VOCABULARY: Readonly<Record<string, readonly [make: (presence: Presence) => PropertyDecorator, value: unknown]>> = {
  Text: [(presence) => Text(presence), 'text'],
  Email: [(presence) => Email(presence), 'dana@example.com'],
  Phone: [(presence) => Phone(presence), '+16135550142'],
  Uuid: [(presence) => Uuid(presence), ID],
  OneOf: [(presence) => OneOf(['one', 'two'], presence), 'one'],
  Int: [(presence) => Int(presence), 7],
  Flag: [(presence) => Flag(presence), false],
  DateTime: [(presence) => DateTime(presence), '2026-03-02T15:00:00.000Z'],
  Tags: [(presence) => Tags({ ...presence, maxItems: 3, max: 9 }), ['tag']],
};
const PRESENCES = {
  required: {},
  optional: { optional: true },
  nullable: { nullable: true },
  'optional, nullable': { optional: true, nullable: true },
  change: { change: true },
  'change, nullable': { change: true, nullable: true },
} satisfies Record<string, Presence>;
const MISSING = 'field: field is required';
const REFUSED = expect.stringMatching(/^field: /);

describe.each(Object.entries(VOCABULARY))('the field %s in JSON', (_, [make, value]) => {
  const given = (presence: Presence, raw: object): unknown => parsed(withField(make(presence)), raw as Record<string, unknown>);

  it.each(Object.entries(PRESENCES))('reads its value, when %s', (_name, presence) => {
    expect(given(presence, { field: value })).toEqual({ field: value });
  });

  it.each<[keyof typeof PRESENCES, unknown]>([
    ['required', MISSING],
    ['optional', {}],
    ['nullable', MISSING],
    ['optional, nullable', {}],
    ['change', {}],
    ['change, nullable', {}],
  ])('reads an absent value by its rule, when %s', (name, expected) => {
    expect(given(PRESENCES[name], {})).toEqual(expected);
    expect(given(PRESENCES[name], { field: undefined })).toEqual(expected);
  });

  it.each<[keyof typeof PRESENCES, unknown]>([
    ['required', MISSING],
    ['optional', {}],
    ['nullable', { field: null }],
    ['optional, nullable', { field: null }],
    ['change', 'field: must not be null'],
    ['change, nullable', { field: null }],
  ])('reads null by its rule, when %s', (name, expected) => {
    expect(given(PRESENCES[name], { field: null })).toEqual(expected);
  });

  it.each<[keyof typeof PRESENCES, unknown]>([
    ['required', MISSING],
    ['optional', {}],
    ['nullable', MISSING],
    ['optional, nullable', {}],
    ['change', REFUSED],
    ['change, nullable', REFUSED],
  ])('reads an empty or blank value by its rule, when %s', (name, expected) => {
    expect(given(PRESENCES[name], { field: '' })).toEqual(expected);
    expect(given(PRESENCES[name], { field: ' \t\n ' })).toEqual(expected);
  });

  it.each(Object.entries(PRESENCES))('refuses another type and names the field, when %s', (_name, presence) => {
    for (const wrong of [{}, [], [[]], 1.5, { field: 1 }, ['tag', 1], Number.NaN]) {
      if (Array.isArray(value) && Array.isArray(wrong) && wrong.length === 0) continue;
      expect([wrong, given(presence, { field: wrong })]).toEqual([wrong, REFUSED]);
    }
  });

  it('is read from the object’s own properties only', () => {
    expect(given({ optional: true }, Object.create({ field: value }) as object)).toEqual({});
    expect(
      given({ optional: true }, parseJson(Buffer.from(`{"__proto__": {"field": ${JSON.stringify(value)}}}`)) as object),
    ).toEqual({});
  });
});

describe('a parameter in a query', () => {
  const asked = (decorator: PropertyDecorator, field?: unknown): unknown =>
    parsed(withField(decorator), field === undefined ? {} : { field }, 'query');

  it('counts as given if its value is empty', () => {
    expect(asked(OneOf(['one'], { optional: true }), '')).toBe('field: must be one of one');
    expect(asked(Flag({ optional: true }), '')).toBe('field: must be true or false');
    expect(asked(Int({ optional: true }), '')).toEqual(REFUSED);
  });

  it('counts as absent if it is missing', () => {
    expect(asked(OneOf(['one'], { optional: true }))).toEqual({});
    expect(asked(Flag())).toBe(MISSING);
  });

  it('must be true or false for a flag', () => {
    expect(asked(Flag(), 'true')).toEqual({ field: true });
    expect(asked(Flag(), 'false')).toEqual({ field: false });
    for (const wrong of ['TRUE', '1', 'yes', ' true']) expect(asked(Flag(), wrong)).toBe('field: must be true or false');
  });

  it('must be written in digits for a number', () => {
    expect([asked(Int(), '7'), asked(Int(), '+7'), asked(Int(), '-07')]).toEqual([{ field: 7 }, { field: 7 }, { field: -7 }]);
    for (const wrong of ['7.0', '1e2', '0x10', ' 7', '7 ', 'seven', '9'.repeat(400)])
      expect([wrong, asked(Int(), wrong)]).toEqual([wrong, REFUSED]);
  });

  it('is refused if it is given twice', () => {
    const twice = ['one', 'one'];
    const fields = [...Object.values(VOCABULARY).map(([make]) => make({})), Verb(), Decimal()];
    const filters = [
      EmailFilter(),
      PhoneFilter(),
      TextFilter(),
      IdFilter(),
      ImportedFilter(),
      CursorLimit(),
      CursorToken(),
      OffsetLimit(),
      Offset(),
    ];
    for (const decorator of [...fields, ...filters]) expect(asked(decorator, twice)).toBe('field: must be given once');
  });

  it('is refused in a body as not a text if it is a list, rather than as given twice', () => {
    for (const decorator of [Text(), TextFilter()])
      expect(parsed(withField(decorator), { field: ['one'] })).toBe('field: must be a string');
  });
});

describe('a verb in a body', () => {
  const verb = withField(Verb());

  it('counts as given if it is true', () => {
    expect(parsed(verb, { field: true })).toEqual({ field: true });
    expect([parsed(verb, { field: false }), parsed(verb, {})]).toEqual([{}, {}]);
  });

  it.each([null, 'true', 1, 0, '', [], {}])('is refused if it is %j', (wrong) => {
    expect(parsed(verb, { field: wrong })).toEqual(REFUSED);
  });
});

describe('an id in the path', () => {
  const atPath = (field: unknown): unknown =>
    parseInput(withField(PathId()), { field }, { source: 'json', inPath: true, country: 'CA', currency: 'CAD' });

  it('is read as an id that no record has if it is not a UUID', () => {
    for (const wrong of ['x', '', '\0', undefined, ['x']]) {
      expect(atPath(wrong)).toEqual({ field: '00000000-0000-0000-0000-000000000000' });
    }
    expect(atPath(ID.toUpperCase())).toEqual({ field: ID });
  });
});

describe('a body with several wrong fields', () => {
  class Several {
    @Text() zebra!: string;
    @Int({ optional: true }) apple?: number;
    @OneOf(['a'], { optional: true }) mango?: string;
  }

  it('is refused for the first field in the order of declaration, not of the body', () => {
    expect(parsed(Several, { mango: 'x', apple: 'x', zebra: 'ok' })).toMatch(/^apple: /);
    expect(parsed(Several, { mango: 'x', apple: 'x' })).toMatch(/^zebra: /);
    expect(parsed(Several, { mango: 'x', zebra: 'ok', apple: 1 })).toMatch(/^mango: /);
  });

  it('ignores unknown fields', () => {
    expect(parsed(Several, { zebra: 'ok', unknown: {}, constructor: 1, prototype: 2, toString: 3 })).toEqual({ zebra: 'ok' });
  });
});

describe('a request body', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 'leaf' : [nested(levels - 1)]);

  it.each([null, [], 'text', 1, true])('is refused if it is %j, which is not an object', (body) => {
    expect(() => requireObject(body)).toThrow('body: must be a JSON object');
  });

  it('may be nested 32 levels deep', () => {
    expect(requireObject({ unknown: nested(31) })).toHaveProperty('unknown');
    expect(() => requireObject({ unknown: nested(33) })).toThrow(/^body: must not be nested deeper than 32 levels$/);
    expect(() => requireObject(parseJson(Buffer.from(`{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)))).toThrow(/^body: /);
  });

  it.each(['', '{', '{"a":1,}', "{'a':1}", '{"a":01}', 'NaN', '\ufeff\ufeff{}'])('is refused as %j, which is no JSON', (text) => {
    expect(() => parseJson(Buffer.from(text))).toThrow('the body is not valid JSON');
  });

  it('is refused in another encoding than UTF-8', () => {
    expect(() => parseJson(Buffer.from('{"a":"é"}', 'latin1'))).toThrow('the body is not valid JSON');
    expect(() => parseJson(Buffer.from('{"a":1}', 'utf16le'))).toThrow('the body is not valid JSON');
  });
});
