import type { Field } from '../../../../application/kernel/fields/field.js';
import { givenFields } from '../../../../application/kernel/operation/operation.js';
import { toId } from '../../../../domain/shared/id.js';
import type { Api, Answer } from '../../../support/api.js';
import { describeEntryPoints, entryPoints } from '../../../support/entry-point-suites.js';
import {
  requestOf,
  requestWithText,
  successOf,
  outcomeOf,
  type EntryPoint,
  type Outcome,
  type WireRequest,
} from '../../../support/entry-points.js';
import { rawRequest } from '../../../support/raw-http.js';
import { fillShop, type ShopRecords } from '../../../support/records.js';
import { sampleOf } from '../../../support/samples.js';
import { sharedTestService, type TestService, type TestShop } from '../../../support/service.js';
import type { Sample } from '../../../support/tested-area.js';
import { wrongInJson, wrongInQuery } from '../wrong-values.js';

const withBody = entryPoints.filter(({ readsBody }) => readsBody);
const firstOfSurface = new Set(
  (['rest', 'capability', 'tool'] as const).map((one) => withBody.find(({ surface }) => surface === one)),
);
const withQuery = entryPoints.filter(({ method, surface }) => surface === 'rest' && method === 'GET');
const MOST_BYTES = 256 * 1024;
/** The end of a path to a part of a value, such as `[1].body`. */
const PART = String.raw`[\w.\[\]]*`;
const NAMES_OF_OBJECTS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
const NOT_JSON = ['{', '{"a":}', 'name=Dana', '{"a":1}{"b":2}', "{'a':1}", '{"a":NaN}', ' '];
const NO_OBJECT = ['[]', '[{}]', '1', '"text"', 'null', 'true'];
const NO_ID = [
  'x',
  '1',
  '%00',
  '%',
  '%zz',
  '%c3%28',
  '%2F',
  '..%2f',
  'null',
  '00000000-0000-0000-0000-000000000000',
  'a'.repeat(3000),
];

/** All entry points of a surface read bodies with the same code, so the first one gets all of the values, and each other one the first. */
const wrongFor = (entryPoint: EntryPoint, values: readonly string[]): readonly string[] =>
  firstOfSurface.has(entryPoint) ? values : values.slice(0, 1);

let service: TestService;
let shop: TestShop;
let records: ShopRecords;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
  records = await fillShop(service, shop);
});
afterAll(() => service.stop());

const sample = ({ operation }: EntryPoint): Sample => sampleOf(operation, records);
const inputFields = ({ operation, surface }: EntryPoint): readonly Field[] => givenFields(operation, surface);
/** The sample without its fields. On REST it keeps the ids of the path. */
const bare = (entryPoint: EntryPoint): Sample =>
  entryPoint.surface === 'rest' ? { ...sample(entryPoint), input: {} } : { input: {} };
const send = (api: Api, { method, path, body }: WireRequest): Promise<Answer> => api.send(method, path, { body });

/** Sends the sample as JSON text, together with the given properties. A property of the sample with the same name is replaced. */
async function withJson(
  entryPoint: EntryPoint,
  properties: Readonly<Record<string, string>>,
  of: Sample = sample(entryPoint),
): Promise<Outcome> {
  const own = Object.entries({ ...of.input, ...(entryPoint.surface !== 'rest' && of.path) }).filter(
    ([name]) => !(name in properties),
  );
  const members = [...own.map(([name, value]) => [name, JSON.stringify(value)]), ...Object.entries(properties)];
  const text = `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
  return outcomeOf(entryPoint, await send(shop.full, requestWithText(entryPoint, text, of.path)));
}

const refusedStatus = ({ surface }: EntryPoint, status: number): number => (surface === 'tool' ? 200 : status);

describeEntryPoints(withBody, (entryPoint) => {
  const { atLeastOne, exactlyOne, scope } = entryPoint.operation;
  // The surfaces of an operation read its fields with the same code, so its second and its third get one wrong value of each.
  const isFirst = withBody.find(({ operation }) => operation === entryPoint.operation) === entryPoint;
  // In an operation that only reads, null counts as absent.
  const changes = scope === 'full' && (atLeastOne ?? exactlyOne) === true;
  const invalid = { status: refusedStatus(entryPoint, 422), code: 'validation_error' };
  const success = { status: successOf(entryPoint), code: null };

  it('names the field that has a wrong value', async () => {
    for (const field of inputFields(entryPoint)) {
      for (const [what, json] of isFirst ? wrongInJson(field) : wrongInJson(field).slice(0, 1)) {
        const answer = await withJson(entryPoint, { [field.name]: json });
        expect({ field: field.name, what, ...answer }).toMatchObject({
          ...invalid,
          message: expect.stringMatching(`^${field.name}${PART}: `),
        });
      }
    }
  });

  it('treats null as the kind of each field requires', async () => {
    for (const field of inputFields(entryPoint)) {
      const clears = [field.schema.type].flat().includes('null');
      const taken = clears || (!changes && !field.required && !field.optionalOnRest);
      const alone = changes ? { ...sample(entryPoint), input: {} } : sample(entryPoint);
      const { [field.name]: _own, ...input } = alone.input;
      const answer = await withJson(entryPoint, { [field.name]: 'null' }, { ...alone, input });
      // Null may remove a value that the record requires. Then the refusal comes from the use case, and not from the field.
      if (taken)
        expect({ field: field.name, ...answer }).not.toMatchObject({
          message: expect.stringMatching(`^${field.name}: (must|${field.name} is required)`),
        });
      else
        expect({ field: field.name, ...answer }).toMatchObject({
          ...invalid,
          message: expect.stringMatching(`^${field.name}: `),
        });
    }
  });

  it('names the first required field that is missing', async () => {
    const [first] = inputFields(entryPoint).filter(({ required }) => required);
    if (!first) return;
    const answer = outcomeOf(entryPoint, await send(shop.full, requestOf(entryPoint, bare(entryPoint))));
    expect(answer).toMatchObject({ ...invalid, message: `${first.name}: ${first.name} is required` });
  });

  it('ignores unknown fields on REST, and names them on tools', async () => {
    const answer = await withJson(entryPoint, { from_the_future: '{"a":[1]}' });
    if (entryPoint.surface === 'tool')
      expect(answer).toMatchObject({ ...invalid, message: expect.stringMatching(/^from_the_future: /) });
    else expect(answer).toMatchObject(success);
  });

  // A tool names the field that it refuses, so it gets one field at a time. An endpoint gets all of them at once.
  it.each(entryPoint.surface === 'tool' ? wrongFor(entryPoint, NAMES_OF_OBJECTS).map((name) => [name]) : [NAMES_OF_OBJECTS])(
    'treats the field %s like any other unknown field',
    async (...names) => {
      const fields = inputFields(entryPoint).map((field) => `${JSON.stringify(field.name)}:"smuggled"`);
      const payload = `{"polluted":true,"id":"smuggled",${['"prototype":{"polluted":true}', ...fields].join(',')}}`;
      // The entries are own properties of the object, also the one called `__proto__`.
      const answer = await withJson(entryPoint, Object.fromEntries(names.map((name) => [name, payload])));
      if (entryPoint.surface === 'tool')
        expect(answer).toMatchObject({ ...invalid, message: expect.stringContaining(names[0]!) });
      else expect(answer).toMatchObject(success);
      expect(JSON.stringify(answer)).not.toContain('smuggled');
      // The answer was made outside of the test's sandbox, so this checks the `Object` of the service.
      expect((answer as { polluted?: unknown }).polluted).toBeUndefined();
    },
  );

  it('reads no field from a prototype', async () => {
    const { input, path } = sample(entryPoint);
    const answer = outcomeOf(
      entryPoint,
      await send(shop.full, requestWithText(entryPoint, `{"__proto__":${JSON.stringify(input)}}`, path)),
    );
    const { status, code, message } = outcomeOf(entryPoint, await send(shop.full, requestOf(entryPoint, bare(entryPoint))));
    if (entryPoint.surface !== 'tool') expect(answer).toMatchObject({ status, code, message });
    else expect(answer.code).toBe('validation_error');
  });

  // All entry points of a surface read bodies with the same code, so only the first one gets bodies as deep as their size permits.
  const [lists, objects] = firstOfSurface.has(entryPoint) ? [120_000, 40_000] : [100, 100];

  it('refuses a body that is nested too deep', async () => {
    const nested = [`${'['.repeat(lists)}${']'.repeat(lists)}`, `${'{"a":'.repeat(objects)}1${'}'.repeat(objects)}`];
    const refused =
      entryPoint.surface === 'tool' ? { status: 200, code: '-32600' } : { ...invalid, message: expect.stringMatching(/^body: /) };
    for (const deep of nested) expect(await withJson(entryPoint, { from_the_future: deep })).toMatchObject(refused);
  });
});

const endpoints = withBody.filter(({ surface }) => surface !== 'tool');

describeEntryPoints(endpoints, (entryPoint) => {
  const { operation, method } = entryPoint;
  const needsOneOf = (operation.exactlyOne ?? operation.atLeastOne) === true;
  const needsBody = method === 'PATCH' || needsOneOf || inputFields(entryPoint).some(({ required }) => required);
  const text = async (body: string | Uint8Array): Promise<Outcome> =>
    outcomeOf(entryPoint, await shop.full.send(method, requestOf(entryPoint, sample(entryPoint)).path, { body }));

  it.each(wrongFor(entryPoint, NOT_JSON))('refuses %j, which is not JSON', async (body) => {
    expect(await text(body)).toMatchObject({ status: 400, code: 'invalid_request' });
  });

  it.each(wrongFor(entryPoint, NO_OBJECT))('refuses %s, which is JSON but not an object', async (body) => {
    expect(await text(body)).toMatchObject({ status: 422, code: 'validation_error', message: 'body: must be a JSON object' });
  });

  it(needsBody ? 'refuses an empty body' : 'reads an empty body as {}', async () => {
    const { path } = requestOf(entryPoint, sample(entryPoint));
    const answer = outcomeOf(entryPoint, await shop.full.send(method, path, {}));
    if (needsBody) expect(answer).toMatchObject({ status: 400, code: 'invalid_request' });
    else if (method === 'PUT')
      expect(answer).toMatchObject({ status: 422, message: expect.stringMatching(/^\w+: a new \w+ needs a /) });
    else expect(answer).toMatchObject({ status: successOf(entryPoint), code: null });
  });

  it('never counts an unknown field as a change', async () => {
    if (!operation.atLeastOne && !operation.exactlyOne) return;
    const answer = await text('{"from_the_future":1}');
    const documented = operation.exactlyOne && operation.errors?.includes('internal_error');
    expect(answer).toMatchObject(
      documented ? { status: 500, code: 'internal_error' } : { status: 422, code: 'validation_error' },
    );
  });
});

describeEntryPoints(
  [...firstOfSurface].filter((one) => one !== undefined),
  (entryPoint) => {
    it.each([
      ['with a length', false],
      ['in chunks', true],
    ] as const)('refuses a body above 256 KiB %s', async (_how, chunked) => {
      const { method, path } = requestOf(entryPoint, sample(entryPoint));
      const headers = ['Authorization', `Bearer ${shop.full.token}`];
      const answer = await rawRequest(service.url, { method, path, headers, body: `"${'x'.repeat(MOST_BYTES)}"`, chunked });
      expect(answer.status).toBe(413);
      if (entryPoint.surface === 'tool')
        expect(answer.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { code: 'payload_too_large' } } });
      else expect(answer.body).toMatchObject({ error: { code: 'payload_too_large' } });
    });
  },
);

describeEntryPoints(withQuery, (entryPoint) => {
  /** Sends a query. If it does not have a required parameter, that parameter is taken from the sample. */
  const at = (query: string): Promise<Answer> => {
    const { input, ...rest } = sample(entryPoint);
    const required = inputFields(entryPoint).filter(
      (field) => (field.required || field.name === rest.needed) && !new URLSearchParams(query).has(field.name),
    );
    const kept = Object.fromEntries(required.map(({ name }) => [name, input[name]]));
    const { path } = requestOf(entryPoint, { ...rest, input: kept });
    return shop.full.get(`${path.slice('/api/v1'.length)}${path.includes('?') ? '&' : '?'}${query}`);
  };

  it('names the parameter that has a wrong value or is given twice', async () => {
    for (const field of inputFields(entryPoint)) {
      for (const query of wrongInQuery(field)) {
        const answer = outcomeOf(entryPoint, await at(query));
        expect({ query, ...answer }).toMatchObject({
          status: 422,
          code: 'validation_error',
          message: expect.stringMatching(`^${field.name}: `),
        });
      }
    }
  });

  it('ignores unknown parameters, given once or twice', async () => {
    const unknown = 'from_the_future=1&from_the_future=%00&__proto__=1&__proto__=2&constructor=1&prototype=1&id=1';
    expect(outcomeOf(entryPoint, await at(unknown))).toMatchObject({ status: successOf(entryPoint), code: null });
  });
});

/** The external id in a path can be any text. */
const withId = entryPoints.filter(
  ({ operation, surface }) => surface === 'rest' && /:(?!external_id)/.test(operation.route?.path ?? ''),
);

describeEntryPoints(withId, (entryPoint) => {
  it.each(entryPoint === withId[0] ? NO_ID : NO_ID.slice(0, 1))('answers 404 for the id %s', async (id) => {
    const { path, ...rest } = sample(entryPoint);
    const request = requestOf(entryPoint, {
      ...rest,
      path: Object.fromEntries(Object.keys(path ?? {}).map((name) => [name, id])),
    });
    expect(outcomeOf(entryPoint, await send(shop.full, request))).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('accepts its id in upper case', async () => {
    const { path = {}, ...rest } = sample(entryPoint);
    const upper = Object.fromEntries(Object.entries(path).map(([name, id]) => [name, toId(id) ? id.toUpperCase() : id]));
    expect(outcomeOf(entryPoint, await send(shop.full, requestOf(entryPoint, { ...rest, path: upper })))).toMatchObject({
      code: null,
    });
  });
});
