import { fieldsOf, parseInput, type ReadContext } from '../../../../application/kernel/fields/field.js';
import { parseJson, requireObject, requireStorable } from '../../../../application/kernel/fields/json-body.js';
import { BEGINNING } from '../../../../application/transfer/import-source.js';
import { RowParser } from '../../../../application/transfer/parse-row.js';
import { ShopError } from '../../../../domain/shared/errors.js';
import { entryPoints, operationsUnderTest } from '../../../support/entry-point-suites.js';
import { requestWithText, titleOf } from '../../../support/entry-points.js';
import { hostileTexts, HOSTILE_JSON } from '../hostile-values.js';
import { fillShop, type ShopRecords } from '../../../support/records.js';
import { IMPORT_KINDS } from '../../../support/registry.js';
import { sampleOf } from '../../../support/samples.js';
import { sharedTestService, type TestService, type TestShop } from '../../../support/service.js';

/** milliseconds of processor time */
const BUDGET_MS = 50;
/**
 * The factor by which work may exceed the budget before the test fails, because a machine may be slow. Quadratic work exceeds the
 * budget by a factor of a hundred.
 */
const LENIENCE = 10;
/** The number of tries, of which the quickest counts. The first one may include the compilation of the code. */
const TRIES = 3;

const JSON_CONTEXT: ReadContext = { source: 'json', country: 'CA', currency: 'CAD' };
const QUERY_CONTEXT: ReadContext = { ...JSON_CONTEXT, source: 'query' };
const IN_BODY = hostileTexts(250_000);
/** These texts are shorter, because the head of a request has at most 16 KiB. */
const IN_QUERY = hostileTexts(15_000);

let service: TestService;
let shop: TestShop;
let records: ShopRecords;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
  records = await fillShop(service, shop);
});
afterAll(() => service.stop());

function spent(work: () => unknown): number {
  const before = process.cpuUsage();
  try {
    work();
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Returns a finding if the work exceeds the budget by more than the factor LENIENCE in every try. */
function tooDear(what: string, work: () => unknown): string[] {
  let least = Infinity;
  for (let tries = 0; tries < TRIES && least > BUDGET_MS * LENIENCE; tries += 1) {
    const ms = spent(work);
    least = Math.min(least, ms);
    if (ms > 60 * BUDGET_MS) break; // work that is this slow is too slow in further tries as well
  }
  return least > BUDGET_MS * LENIENCE ? [`${what}: ${Math.round(least)} ms`] : [];
}

/** Returns the first finding only, because each finding may take long. */
function firstTooDear<T>(cases: Iterable<T>, examine: (one: T) => string[]): string[] {
  for (const one of cases) {
    const found = examine(one);
    if (found.length > 0) return found;
  }
  return [];
}

const jsonOf = (text: string): Uint8Array => Buffer.from(`{"a":${text}}`);
const inputs = operationsUnderTest.map((operation) => ({ operation, fields: fieldsOf(operation.input) }));
const readable = Object.entries(HOSTILE_JSON).flatMap(([what, text]) => {
  try {
    return [[what, requireObject(parseJson(jsonOf(text)))['a']] as const];
  } catch {
    return []; // the body was refused as a whole, so no field was read
  }
});

describe('a body of 256 KiB', () => {
  it.each(
    Object.entries({
      ...HOSTILE_JSON,
      ...Object.fromEntries(Object.entries(IN_BODY).map(([what, text]) => [what, JSON.stringify(text)])),
    }),
  )('costs at most 50 ms before its fields are read: %s', (what, text) => {
    const bytes = jsonOf(text);
    expect(bytes.length).toBeLessThan(256 * 1024);
    expect(tooDear(what, () => requireStorable(requireObject(parseJson(bytes))))).toEqual([]);
  });

  it.each([...Object.entries(IN_BODY), ...readable])('costs at most 50 ms in any field of any operation: %s', (what, value) => {
    expect(
      firstTooDear(inputs, ({ operation, fields }) =>
        firstTooDear(fields, ({ name }) =>
          tooDear(`${operation.name} ${name}`, () =>
            parseInput(operation.input, { ...sampleOf(operation, records).input, [name]: value }, JSON_CONTEXT),
          ),
        ),
      ),
    ).toEqual([]);
    expect(what).not.toBe('');
  });

  it('costs at most 50 ms at any endpoint or tool, with another hostile value in each field', async () => {
    const values = [
      ...Object.values(hostileTexts(20_000)).map((text) => JSON.stringify(text)),
      HOSTILE_JSON['an object with keys of every object']!,
    ];
    for (const entryPoint of entryPoints.filter(({ readsBody }) => readsBody)) {
      const { input, path } = sampleOf(entryPoint.operation, records);
      const fields = fieldsOf(entryPoint.operation.input)
        .filter(({ place }) => place === 'input')
        .slice(0, 12);
      const given = fields.map(({ name }, index) => `${JSON.stringify(name)}:${values[index % values.length]}`);
      const others = Array.from({ length: (12 - given.length) * 700 }, (_, index) => `"unknown${index}":[{"a":1}]`);
      const { method, path: at, body = '' } = requestWithText(entryPoint, `{${[...given, ...others].join(',')}}`, path);
      expect({ input, bytes: body.length < 256 * 1024 }).toMatchObject({ bytes: true });
      let least = Infinity;
      for (let tries = 0; tries < TRIES && least > BUDGET_MS * LENIENCE; tries += 1) {
        const before = process.cpuUsage();
        const { status } = await shop.full.send(method, at, { body });
        const { user, system } = process.cpuUsage(before);
        expect([titleOf(entryPoint), status < 500 || status === 501]).toEqual([titleOf(entryPoint), true]);
        least = Math.min(least, (user + system) / 1000);
      }
      expect([titleOf(entryPoint), least < BUDGET_MS * LENIENCE]).toEqual([titleOf(entryPoint), true]);
    }
  });
});

it.each(Object.entries(IN_QUERY))('no query costs more than 50 ms: %s', (_, text) => {
  expect(
    firstTooDear(inputs, ({ operation, fields }) =>
      firstTooDear(fields, ({ name }) =>
        tooDear(`${operation.name} ${name}`, () =>
          parseInput(operation.input, { ...sampleOf(operation, records).input, [name]: text }, QUERY_CONTEXT),
        ),
      ),
    ),
  ).toEqual([]);
});

it.each(Object.entries(hostileTexts(400_000)))('no cell of a file costs more than 50 ms: %s', (_, text) => {
  expect(
    firstTooDear(IMPORT_KINDS, (kind) =>
      firstTooDear(['query', 'json'] as const, (source) => {
        const parser = new RowParser(kind, { ...JSON_CONTEXT, source }, 'file', () => undefined);
        return firstTooDear(fieldsOf(kind.row), ({ name }) =>
          tooDear(`${kind.name} ${name}`, () => parser.parse({ line: 1, next: BEGINNING, values: { [name]: text } })),
        );
      }),
    ),
  ).toEqual([]);
});
