import pg from 'pg';
import { endpointsOf, hasEtag } from '../../../adapters/http/endpoint.js';
import { aCustomer, aLead, aStoredTask } from '../../support/builders/records.js';
import { entryPointsOf, requestOf } from '../../support/entry-points.js';
import { eventually } from '../../support/eventually.js';
import { workerUrls } from '../../support/postgres.js';
import { fillShop } from '../../support/records.js';
import { operations } from '../../support/registry.js';
import { sampleOf } from '../../support/samples.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

const etagOf = async (path: string): Promise<string> => (await shop.read.get(path)).headers.get('etag') ?? '';

const conditional = endpointsOf(operations).filter(({ present }) => present !== null);

test('these writes take the condition: each is about one record that a GET answers with an ETag', () => {
  expect(conditional.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'DELETE /webhooks/:id',
    'PATCH /customers/:id',
    'PATCH /jobs/:id',
    'PATCH /leads/:id',
    'PATCH /vehicles/:id',
    'PATCH /webhooks/:id',
    'POST /conversations/:id',
    'POST /tasks/:id',
    'POST /webhooks/:id/rotate-secret',
    'POST /webhooks/:id/test',
  ]);
});

test('every PATCH, and every verb at the path of a record that has an ETag, is among them', () => {
  const records = endpointsOf(operations)
    .filter(hasEtag)
    .map(({ path }) => path);
  const verbs = endpointsOf(operations).filter(
    ({ method, path }) =>
      method === 'PATCH' || (method !== 'GET' && records.some((record) => record.includes(':') && path.startsWith(record))),
  );
  const others = verbs.filter(
    (one) => !conditional.includes(one) && !conditional.some(({ operationId }) => operationId === one.operationId),
  );
  // A delivery is a record of its own, which no GET answers alone.
  expect(others.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /webhooks/:id/deliveries/:delivery_id/redeliver']);
});

test.each(conditional.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s changes nothing where the condition is not met, and is carried out where it is',
  async (_, { operation, method }) => {
    const [entryPoint] = entryPointsOf(operation);
    const { path = {}, input } = sampleOf(operation, await fillShop(service, shop));
    const { path: at, body } = requestOf(entryPoint!, { path, input });
    const record = `/${operation.route!.path.split('/')[1]!}/${path['id']!}`;
    const before = await shop.read.get(record);
    const send = (ifMatch: string) => shop.full.send(method, at, { body, headers: { 'if-match': ifMatch } });
    const refused = await send('"other"');
    expect([refused.status, refused.body.error.code]).toEqual([412, 'precondition_failed']);
    expect((await shop.read.get(record)).text).toBe(before.text);
    expect((await send(before.headers.get('etag') ?? '')).status).toBe(operation.route!.status);
  },
);

const CHANGES = [
  [
    'a PATCH',
    aLead,
    '/leads',
    (path: string, ifMatch: string) => shop.full.patch(path, { status: 'won' }, { 'if-match': ifMatch }),
  ],
  [
    'a verb',
    aStoredTask,
    '/tasks',
    (path: string, ifMatch: string) => shop.full.post(path, { complete: true }, { 'if-match': ifMatch }),
  ],
] as const;

test.each(CHANGES)('%s with an ETag that does not match is 412, and nothing changes', async (_, make, list, change) => {
  const path = `${list}/${(await make(shop.full)).id}`;
  const before = await shop.read.get(path);
  const etag = await etagOf(path);
  for (const other of ['"other"', `W/${etag}`, '']) {
    const { status, body } = await change(path, other);
    expect([status, body.error.code]).toEqual([412, 'precondition_failed']);
  }
  expect((await shop.read.get(path)).text).toBe(before.text);
  expect((await change(path, `"other", ${etag}`)).status).toBe(200);
  expect((await change(path, etag)).status).toBe(412);
  expect((await change(path, '*')).status).toBe(200);
});

test('of many changes with the same ETag one is carried out', async () => {
  const path = `/customers/${(await aCustomer(shop.full)).id}`;
  const etag = await etagOf(path);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => shop.full.patch(path, { tags: [`change ${n}`] }, { 'if-match': etag })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 412)]);
});

test('a change that comes between the check and the write is not lost, whoever makes it', async () => {
  const path = `/customers/${(await aCustomer(shop.full)).id}`;
  const etag = await etagOf(path);
  const other = new pg.Client(service.databaseUrl);
  await other.connect();
  await other.query('begin');
  await other.query('update customers set tags = $2 where shop_id = $1', [shop.id, ['of another']]);
  const conditional = shop.full.patch(path, { tags: ['mine'] }, { 'if-match': etag });
  await eventually(
    async () => (await service.sql<{ waits: boolean }>(WAITS, []))[0]?.waits,
    (waits) => waits === true,
  );
  await other.query('commit');
  await other.end();
  expect((await conditional).status).toBe(412);
  expect((await shop.read.get(path)).body.data.tags).toEqual(['of another']);
});

const WAITS =
  workerUrls().length > 0
    ? 'select exists (select from citus_lock_waits) as waits'
    : `select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits`;

test('the input is checked first, an unknown record stays 404, and a call with an idempotency key may be tried again', async () => {
  const path = `/leads/${(await aLead(shop.full)).id}`;
  const missing = '/leads/0199a3c4-5b60-7c1e-8f3a-2d9b6e4c7a10';
  expect((await shop.full.patch(path, { status: 'unheard of' }, { 'if-match': '"x"' })).status).toBe(422);
  expect((await shop.full.patch(missing, { status: 'won' }, { 'if-match': '*' })).status).toBe(404);
  const task = `/tasks/${(await aStoredTask(shop.full)).id}`;
  const keyed = { 'idempotency-key': 'key-12345678' };
  expect((await shop.full.post(task, { complete: true }, { ...keyed, 'if-match': '"x"' })).status).toBe(412);
  expect((await shop.full.post(task, { complete: true }, { ...keyed, 'if-match': await etagOf(task) })).status).toBe(200);
});

test('elsewhere the condition is ignored', async () => {
  expect((await shop.full.post('/leads', { name: 'Dana Whitfield' }, { 'if-match': '"x"' })).status).toBe(201);
  expect((await shop.read.get('/leads', { 'if-match': '"x"' })).status).toBe(200);
});
