import { entryPointsOf, requestOf, titleOf } from '../../support/entry-points.js';
import { operationsUnderTest } from '../../support/entry-point-suites.js';
import { fillShop, type ShopRecords } from '../../support/records.js';
import { sampleOf } from '../../support/samples.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

const MINIMAL = { prefer: 'return=minimal' };

let service: TestService;
let shop: TestShop;
let records: ShopRecords;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
  records = await fillShop(service, shop);
});
afterAll(() => service.stop());

const WRITES = operationsUnderTest
  .filter(({ scope, errors = [] }) => scope === 'full' && !errors.includes('not_implemented'))
  .flatMap((operation) => entryPointsOf(operation).filter(({ surface }) => surface !== 'tool'))
  .map((entryPoint) => [titleOf(entryPoint), entryPoint] as const);

/** The writes whose answer a client needs: there is a secret in it, it is computed, or its record has no address of its own. */
const WHOLE = [
  'automations.create',
  'automations.delete',
  'automations.update',
  'comms.cancel_scheduled_message',
  'comms.schedule_message',
  'comms.set_texting_block',
  'comms.update_scheduled_message',
  'keys.mint',
  'keys.revoke',
  'numbers.add',
  'numbers.update',
  'shop.update',
  'staff.create',
  'staff.update',
  'webhooks.create',
  'webhooks.redeliver',
  'webhooks.rotate_secret',
  'webhooks.test',
];

it.each(WRITES)('%s answers the address of its record to a client that prefers this', async (_, entryPoint) => {
  const { input, path } = sampleOf(entryPoint.operation, records);
  const { method, path: at, body } = requestOf(entryPoint, { input, ...(path && { path }) });
  const answer = await shop.full.send(method, at, { body, headers: MINIMAL });
  const applied = answer.headers.get('preference-applied');
  if (WHOLE.includes(entryPoint.operation.name) || method === 'DELETE') {
    expect([applied, answer.text === '']).toEqual([null, method === 'DELETE']);
    return;
  }
  expect([answer.status, answer.text, applied]).toEqual([204, '', 'return=minimal']);
  const location = answer.headers.get('location') ?? '';
  const read = await shop.read.get(location.replace('/api/v1', ''));
  expect([read.status, location]).toEqual([200, expect.stringMatching(/^\/api\/v1\/[a-z-]+\/[0-9a-f-]{36}$/)]);
});

it('a repetition with the same idempotency key is answered as it prefers, whatever the first one did', async () => {
  const body = { name: 'Dana Whitfield', idempotency_key: 'minimal-1' };
  const first = await shop.full.post('/leads', body);
  const again = await shop.full.post('/leads', body, MINIMAL);
  const location = `/api/v1/leads/${first.body.data.id}`;
  expect([again.status, again.headers.get('location'), again.headers.get('idempotent-replayed')]).toEqual([
    204,
    location,
    'true',
  ]);
  expect((await shop.full.post('/leads', body)).body).toEqual(first.body);
});

it('beside handling=strict both preferences are followed, also in two headers and in any case', async () => {
  const both = 'handling=strict, return=minimal';
  for (const prefer of [both, 'Return="minimal"; x=1, HANDLING=strict']) {
    const answer = await shop.full.post('/leads', { name: 'Dana Whitfield' }, { prefer });
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([204, both]);
  }
  const refused = await shop.full.post('/leads', { name: 'Dana Whitfield', nam: 'x' }, { prefer: both });
  expect([refused.status, refused.headers.get('preference-applied')]).toEqual([422, 'handling=strict']);
  const whole = await shop.full.post('/leads', { name: 'Dana Whitfield' }, { prefer: 'return=representation' });
  expect([whole.status, whole.headers.get('preference-applied')]).toEqual([201, null]);
});

it('a refusal stays whole, and a reading answers as ever', async () => {
  const refused = await shop.full.post('/leads', {}, MINIMAL);
  expect([refused.status, refused.body.error.code, refused.headers.has('preference-applied')]).toEqual([
    422,
    'validation_error',
    false,
  ]);
  const read = await shop.read.get(`/leads/${records.lead}`, MINIMAL);
  expect([read.status, read.body.data.id, read.headers.has('preference-applied')]).toEqual([200, records.lead, false]);
});
