import { fieldsOf } from '../../../../application/kernel/fields/field.js';
import type { Api } from '../../../support/api.js';
import { describeEntryPoints, entryPoints } from '../../../support/entry-point-suites.js';
import { requestOf, served, successOf, outcomeOf, type EntryPoint, type Outcome } from '../../../support/entry-points.js';
import { fillShop, type ShopRecords } from '../../../support/records.js';
import { sampleOf } from '../../../support/samples.js';
import { startTestService, type TestService, type TestShop } from '../../../support/service.js';
import type { ForeignAnswer, Sample } from '../../../support/tested-area.js';

let service: TestService;
let shop: TestShop;
let records: ShopRecords;
let foreign: ShopRecords;

beforeAll(async () => {
  service = await startTestService();
  shop = await service.shop();
  records = await fillShop(service, shop);
  foreign = await fillShop(service, await service.shop({ name: 'Southside Tires' }));
});
afterAll(() => service.stop());

async function call(entryPoint: EntryPoint, { input, path }: Sample, api: Api = shop.full): Promise<Outcome> {
  const request = requestOf(entryPoint, { input, ...(path && { path }) });
  return outcomeOf(entryPoint, await api.send(request.method, request.path, { body: request.body }));
}

/**
 * Returns the sample with an id in one of its fields. If the operation takes exactly one change, the other fields are left out.
 */
function withReference({ operation }: EntryPoint, sample: Sample, field: string, id: string): Sample {
  if (sample.path && field in sample.path) return { ...sample, path: { ...sample.path, [field]: id } };
  const value = Array.isArray(sample.input[field]) ? [id] : id;
  return { ...sample, input: { ...(operation.exactlyOne ? {} : sample.input), [field]: value } };
}

const CODE_OF = { 404: 'not_found', 422: 'validation_error', 500: 'internal_error' } as const;

/** The records whose ids must not be visible to another shop. */
const SECRETS: readonly (keyof ShopRecords)[] = [
  'lead',
  'customer',
  'vehicle',
  'vin',
  'task',
  'conversation',
  'message',
  'scheduledMessage',
  'job',
  'staffUser',
  'staffProfile',
  'service',
  'tieredService',
  'review',
];

describeEntryPoints(entryPoints, (entryPoint) => {
  it('marks in its sample the fields that name a record', () => {
    const names = fieldsOf(entryPoint.operation.input)
      .filter(
        ({ name, schema }) =>
          [schema.format, schema.items?.format].includes('uuid') ||
          /^(id|record|conversation|assigned_to|(?!external)\w+_id)$/.test(name),
      )
      .map(({ name }) => name);
    expect(Object.keys(sampleOf(entryPoint.operation, records).references ?? {}).sort()).toEqual(names.sort());
  });

  it('serves the records of its own shop, and shows none of another shop', async () => {
    const answer = await call(entryPoint, sampleOf(entryPoint.operation, records));
    expect(answer).toMatchObject(served(entryPoint));
    const text = JSON.stringify(answer);
    expect(SECRETS.filter((kind) => text.includes(foreign[kind]))).toEqual([]);
  });

  it('accepts each id of its own shop', async () => {
    const sample = sampleOf(entryPoint.operation, records);
    for (const [field, [id, , code = null]] of Object.entries(sample.references ?? {})) {
      const fresh = sampleOf(entryPoint.operation, records);
      expect({ field, ...(await call(entryPoint, withReference(entryPoint, fresh, field, id))) }).toMatchObject({
        field,
        code,
      });
    }
  });

  it('finds nothing by ids of another shop', async () => {
    const references = sampleOf(entryPoint.operation, foreign).references ?? {};
    const before = await everything();
    for (const [field, [id, expected]] of Object.entries(references)) {
      const answer = await call(entryPoint, withReference(entryPoint, sampleOf(entryPoint.operation, records), field, id));
      expectForeign(entryPoint, field, answer, expected);
      expect(await everything()).toEqual(before);
    }
  });

  it('answers the id of another shop like an unknown id', async () => {
    const references = sampleOf(entryPoint.operation, foreign).references ?? {};
    for (const [field, [id]] of Object.entries(references)) {
      const fresh = (): Sample => sampleOf(entryPoint.operation, records);
      const answer = await call(entryPoint, withReference(entryPoint, fresh(), field, id));
      const unknown = await call(entryPoint, withReference(entryPoint, fresh(), field, '018f0000-0000-7000-8000-000000000000'));
      expect(answer).toEqual(unknown);
    }
  });
});

it('a list refuses a cursor of another shop', async () => {
  for (let lead = 0; lead < 2; lead += 1) await shop.full.post('/leads', { name: 'Dana' });
  const { body } = await shop.full.get('/leads?limit=1');
  const other = await service.shop();
  const answer = await other.full.get(`/leads?limit=1&cursor=${encodeURIComponent(body.meta.next_cursor)}`);
  expect(answer).toMatchObject({ status: 422, body: { error: { message: 'cursor: is not a cursor of this list' } } });
});

function expectForeign(entryPoint: EntryPoint, field: string, answer: Outcome, expected: ForeignAnswer): void {
  if (typeof expected === 'object') {
    expect({ field, ...answer }).toMatchObject({ status: successOf(entryPoint), code: null, ...expected });
  } else if (expected === 'matches nothing') {
    expect({ field, ...answer }).toMatchObject(served(entryPoint));
    expect(entryPoint.surface === 'rest' ? answer.data : answer.data.items).toEqual([]);
  } else {
    const status = entryPoint.surface === 'tool' ? 200 : expected;
    expect({ field, ...answer }).toMatchObject({ field, status, code: CODE_OF[expected] });
  }
}

/**
 * Reads a digest of each table with records that a call can change, or with their stored counts, and the number of events. The
 * rows themselves would take long to compare, because every test of this file adds some.
 */
async function everything(): Promise<unknown> {
  const digests = [
    ...[
      'tasks',
      'leads',
      'customers',
      'vehicles',
      'jobs',
      'services',
      'conversations',
      'messages',
      'scheduled_messages',
      'calls',
    ],
    ...['webhooks', 'automations', 'opt_outs', 'record_counts'],
  ].map((table) => `(select md5(string_agg(t::text, ' ' order by t::text)) from ${table} t) as ${table}`);
  return service.sql(`select ${digests.join(', ')}, (select count(*) from outbox) as events`);
}
