import { openApiDocument } from '../../../../adapters/http/openapi.js';
import { fieldsOf } from '../../../../application/kernel/fields/field.js';
import { SYNONYMS } from '../../../../application/kernel/operation/names.js';
import type { Operation } from '../../../../application/kernel/operation/operation.js';
import type { Answer } from '../../../support/api.js';
import { describeEntryPoints, entryPoints } from '../../../support/entry-point-suites.js';
import { outcomeOf, requestOf, type EntryPoint, type Outcome } from '../../../support/entry-points.js';
import { fillShop, type ShopRecords } from '../../../support/records.js';
import { operations, registry } from '../../../support/registry.js';
import { sampleOf } from '../../../support/samples.js';
import { sharedTestService, type TestService, type TestShop } from '../../../support/service.js';

const STRICT = { prefer: 'handling=strict' };
const reading = entryPoints.filter(({ surface, method, readsBody }) => surface !== 'tool' && (readsBody || method === 'GET'));
const withFields = reading.filter(({ method, operation }) => method !== 'DELETE' && fieldsOf(operation.input).length > 0);

let service: TestService;
let shop: TestShop;
let records: ShopRecords;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
  records = await fillShop(service, shop);
});
afterAll(() => service.stop());

/** Calls with the sample and these names besides. */
async function call(entryPoint: EntryPoint, more: object, headers = {}): Promise<Outcome & Pick<Answer, 'headers'>> {
  const sample = sampleOf(entryPoint.operation, records);
  const { method, path, body } = requestOf(entryPoint, { ...sample, input: { ...sample.input, ...more } });
  const answer = await shop.full.send(method, path, { body, headers });
  return { ...outcomeOf(entryPoint, answer), headers: answer.headers };
}

/** The names of the fields that a call can give here. */
function knownAt({ operation, surface }: EntryPoint): string[] {
  const fields = fieldsOf(operation.input).filter(({ place }) => surface === 'rest' || place === 'input' || place === 'path');
  return fields.map(({ name }) => name);
}

/** The names of other operations for what this one has, each with the name that this one has for it. */
function misnamed(entryPoint: EntryPoint): (readonly [wrong: string, right: string])[] {
  const known = knownAt(entryPoint);
  return SYNONYMS.flatMap((row) => {
    const right = row.filter((name) => known.includes(name)).join(' or ');
    return right === '' ? [] : row.filter((name) => !known.includes(name)).map((wrong) => [wrong, right] as const);
  });
}

/** The REST list beside a list of the same name that only capability endpoints have, and the change beside a PUT. */
function besideOf({ name, route }: Operation): Operation | undefined {
  const [area] = name.split('.');
  const isChange = (method: string, path: string): boolean => ['PATCH', 'POST'].includes(method) && path === `/${area}/:id`;
  if (route?.method === 'PUT') return operations.find((one) => one.route && isChange(one.route.method, one.route.path));
  return route ? undefined : operations.find((one) => one.route?.operationId === name);
}

test('these operations stand beside one that has more fields', () => {
  const names = operations.filter(besideOf).map(({ name }) => name);
  const known = [
    'appointments.list',
    'customers.list',
    'customers.put',
    'invoices.list',
    'jobs.list',
    'leads.list',
    'leads.put',
    'quotes.list',
    'staff.list',
    'tasks.put',
    'vehicles.put',
  ];
  expect(names).toEqual(expect.arrayContaining(known));
});

const besideOthers = withFields.filter(({ operation }) => besideOf(operation));

describeEntryPoints(besideOthers, (entryPoint) => {
  it('refuses a name that only the operation beside it has, and says where it is', async () => {
    const known = knownAt(entryPoint);
    const meant = misnamed(entryPoint).map(([wrong]) => wrong);
    const { route, input } = besideOf(entryPoint.operation)!;
    const others = fieldsOf(input).filter(
      ({ name, place }) => place !== 'path' && !known.includes(name) && !meant.includes(name),
    );
    for (const { name } of others) {
      const { status, message } = await call(entryPoint, { [name]: 'x' });
      const where = `${route!.method} ${route!.path.replace(':id', '{id}')}`;
      expect([status, message]).toEqual([422, `${name}: is not a field here; only ${where} has it`]);
    }
  });
});

test('each row of synonyms has names of several operations', () => {
  const shown = JSON.stringify(openApiDocument(registry));
  const used = new Set([...shown.matchAll(/"(?:name":")?(\w+)"[:,]/g)].map(([, name]) => name));
  expect(SYNONYMS.filter((row) => row.filter((name) => used.has(name)).length < 2)).toEqual([]);
  expect(SYNONYMS.flat()).toHaveLength(new Set(SYNONYMS.flat()).size);
});

describeEntryPoints(withFields, (entryPoint) => {
  it('refuses a name that other operations have for one of its fields, and says the right one', async () => {
    for (const [wrong, right] of misnamed(entryPoint)) {
      const { status, code, message } = await call(entryPoint, { [wrong]: 'x' });
      const said = `${wrong}: is not a field here; did you mean ${right}?`;
      expect({ status, code, message }).toEqual({ status: 422, code: 'validation_error', message: said });
    }
  });
});

const withMoreOnRest = reading.filter(
  (one) => one.surface === 'capability' && knownAt(one).length < fieldsOf(one.operation.input).length,
);

describeEntryPoints(withMoreOnRest, (entryPoint) => {
  it('refuses a field that only REST has', async () => {
    const known = knownAt(entryPoint);
    const meant = new Map(misnamed(entryPoint));
    for (const { name } of fieldsOf(entryPoint.operation.input).filter((field) => !known.includes(field.name))) {
      const { status, message } = await call(entryPoint, { [name]: 'x' });
      const right = meant.get(name);
      const why = right === undefined ? 'only REST has it' : `did you mean ${right}?`;
      expect([status, message]).toEqual([422, `${name}: is not a field here; ${why}`]);
    }
  });
});

describeEntryPoints(reading, (entryPoint) => {
  it('ignores other unknown names, and refuses them where the request prefers that', async () => {
    const usual = await call(entryPoint, { statuss: 'x' });
    expect(usual.code).not.toBe('validation_error');
    expect(usual.headers.has('preference-applied')).toBe(false);
    const strict = await call(entryPoint, { statuss: 'x' }, STRICT);
    expect(strict).toMatchObject({ status: 422, message: expect.stringMatching(/^statuss: is not known/) });
    expect(strict.headers.get('preference-applied')).toBe('handling=strict');
  });

  it('takes its own fields where the request prefers that unknown ones are refused', async () => {
    expect(await call(entryPoint, {}, STRICT)).not.toMatchObject({ code: 'validation_error' });
  });
});

describe('a strict request', () => {
  it('is told the nearest known name', async () => {
    const { body } = await shop.read.get('/leads?statuss=won', STRICT);
    expect(body.error.message).toBe('statuss: is not known; did you mean status?');
    const created = await shop.full.post('/customers', { name: 'Dana', emial: 'dana@example.com' }, STRICT);
    expect(created.body.error.message).toBe('emial: is not known; did you mean email?');
    expect((await shop.read.get('/me?verbose=1', STRICT)).body.error.message).toBe('verbose: is not known');
  });

  it('has no unknown name in the entries of a list', async () => {
    const body = { id: '0199a3c4-5b60-7c1e-8f3a-2d9b6e4c7a10', tiers: [{ vehicle_sise: 'suv', price: 1 }] };
    const { status, body: refused } = await shop.full.post('/services/update_price', body, STRICT);
    const said = 'tiers: vehicle_sise is not known in its entries; did you mean vehicle_size?';
    expect([status, refused.error.message]).toEqual([422, said]);
  });

  it('has no query beside a body', async () => {
    const { status, body } = await shop.full.post('/leads?source=web', { name: 'Dana' }, STRICT);
    expect([status, body.error.message]).toEqual([422, 'source: is not known in the query: only a GET reads one']);
  });

  it.each(['handling="strict"', 'return=minimal, Handling=Strict; x=1', 'handling=strict, handling=lenient'])(
    'says so as RFC 7240 has it: %s',
    async (prefer) => {
      expect((await shop.read.get('/leads?colour=red', { prefer })).status).toBe(422);
    },
  );

  it.each(['handling=lenient', 'strict', 'handling', 'handling=lenient, handling=strict', ''])(
    'is none that says: %j',
    async (prefer) => {
      expect((await shop.read.get('/leads?colour=red', { prefer })).status).toBe(200);
    },
  );

  it('repeats of a long or unprintable name what can be shown', async () => {
    const { body } = await shop.full.post('/leads', { name: 'Dana', [`\u0001${'x'.repeat(500)}`]: 1 }, STRICT);
    expect(body.error.message).toMatch(/^x{79}: is not known/);
  });
});
