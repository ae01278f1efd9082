import type { Answer } from '../../../support/api.js';
import { entryPointsOf, requestOf, titleOf, type EntryPoint } from '../../../support/entry-points.js';
import { fillShop, type ShopRecords } from '../../../support/records.js';
import { operations } from '../../../support/registry.js';
import { sampleOf } from '../../../support/samples.js';
import { startTestService, type TestService, type TestShop } from '../../../support/service.js';

const singles = operations
  .filter(({ route, output, noStore }) => route?.method === 'GET' && output.shape === 'one' && !noStore)
  .flatMap(entryPointsOf)
  .filter(({ surface }) => surface === 'rest')
  .map((entryPoint) => [titleOf(entryPoint), entryPoint] as const);

let service: TestService;
let shop: TestShop;
let records: ShopRecords;

beforeAll(async () => {
  service = await startTestService({ limits: { requests: 500 } });
  shop = await service.shop();
  records = await fillShop(service, shop);
});
afterAll(() => service.stop());

const NEVER = ['x-powered-by', 'server', 'set-cookie', 'access-control-allow-origin', 'strict-transport-security'];

describe('the required headers', () => {
  const kinds: readonly (readonly [string, number, () => Promise<Answer>])[] = [
    ['a single record', 200, () => shop.full.get(`/leads/${records.lead}`)],
    ['a list', 200, () => shop.full.get('/leads')],
    ['a creation', 201, () => shop.full.post('/leads', { name: 'Dana' })],
    ['a change', 200, () => shop.full.patch(`/leads/${records.lead}`, { status: 'contacted' })],
    ['a capability', 200, () => shop.full.post('/tasks/assignees')],
    ['a tool call', 200, () => shop.full.rpc({ jsonrpc: '2.0', id: 1, method: 'tools/list' })],
    ['no JSON', 400, () => shop.full.post('/leads', '{')],
    ['no key', 401, () => service.as(null).get('/me')],
    ['no key at the tool endpoint', 401, () => service.as(null).rpc({})],
    ['a read key on a write', 403, () => shop.read.post('/leads', {})],
    ['an unknown record', 404, () => shop.full.get('/leads/x')],
    ['an unknown path', 404, () => shop.full.get('/nowhere')],
    ['another method', 405, () => shop.full.send('DELETE', '/api/v1/leads', {})],
    ['a body that is too large', 413, () => shop.full.post('/leads', 'x'.repeat(262_145))],
    ['an invalid field', 422, () => shop.full.post('/leads', { name: 7 })],
    ['a refused change', 500, () => shop.full.post(`/tasks/${records.task}`, {})],
    ['the document', 200, () => service.as(null).get('/openapi.json')],
    ['health', 200, () => service.as(null).send('GET', '/healthz', {})],
    ['readiness', 200, () => service.as(null).send('GET', '/readyz', {})],
  ];

  it.each(kinds)('are on the answer to %s', async (what, status, ask) => {
    const { headers, status: answered, text } = await ask();
    expect(answered).toBe(status);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    expect(NEVER.filter((name) => headers.has(name))).toEqual([]);
    expect(headers.get('www-authenticate')?.split(' ')[0] ?? null).toBe(status === 401 ? 'Bearer' : null);
    const public_ = [401, 405].includes(status) || ['an unknown path', 'the document', 'health', 'readiness'].includes(what);
    expect([headers.has('ratelimit'), headers.has('ratelimit-policy')]).toEqual([!public_, !public_]);
    if (what !== 'a single record' && what !== 'the document') expect(headers.get('cache-control')).toBe('no-store');
    if (status >= 400 && !what.includes('tool')) {
      expect(JSON.parse(text)).toEqual({ error: { code: expect.any(String), message: expect.any(String) } });
    }
  });
});

describe('X-Request-Id', () => {
  const idOf = async (sent?: string): Promise<string | null> =>
    (await shop.full.get('/me', sent === undefined ? {} : { 'x-request-id': sent })).headers.get('x-request-id');

  it.each(['a', 'Order-7_b:c.d', 'x'.repeat(128)])('is returned as the client sent it: %s', async (id) => {
    expect(await idOf(id)).toBe(id);
  });

  it.each(['', 'x'.repeat(129), 'two words', 'a/b', 'é', '<script>', 'a,b'])(
    'is replaced by a new id if it is %j',
    async (id) => {
      expect(await idOf(id)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    },
  );

  it('is different on every answer, and is in the log line of the answer', async () => {
    const [one, other] = [await idOf(), await idOf()];
    expect(one).not.toBe(other);
    expect(service.log.lines.at(-1)).toMatchObject({ detail: { requestId: other, shop: shop.id } });
  });
});

it.each([
  ['a key', (token: string) => token],
  ['an address', () => 'dana.whitfield@example.com'],
])('a path is logged without the text that a client wrote into it, except for an id: %s', async (_, written) => {
  const text = written(shop.full.token ?? '');
  const id = '018f0000-0000-7000-8000-000000000000';
  const asked = [
    [`/leads/${text}`, '/api/v1/leads/:id'],
    [`/${text}`, null],
    [`/leads/${text}/timeline`, '/api/v1/leads/:id/timeline'],
    [`/leads/${id}`, `/api/v1/leads/${id}`],
  ] as const;
  for (const [path, shown] of asked) {
    await shop.full.get(path);
    expect(service.log.lines.at(-1)).toMatchObject({ detail: { status: 404, path: shown } });
  }
  expect(JSON.stringify(service.log.lines)).not.toContain(text);
});

it('a client error that is answered 500 is not logged as a failure', async () => {
  const { body } = await shop.full.post('/tasks', { title: 'Call back' });
  expect((await shop.full.post(`/tasks/${body.data.id}`, {})).status).toBe(500);
  expect(service.log.lines.at(-1)).toMatchObject({
    level: 'info',
    message: 'request',
    detail: { status: 500, code: 'internal_error' },
  });
});

describe.each(singles)('%s', (_, entryPoint: EntryPoint) => {
  const at = (headers: Readonly<Record<string, string>> = {}): Promise<Answer> => {
    const { method, path } = requestOf(entryPoint, sampleOf(entryPoint.operation, records));
    return shop.full.send(method, path, { headers });
  };

  it('honours its ETag', async () => {
    const first = await at();
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await at({ 'if-none-match': known });
      expect(again).toMatchObject({ status: 304, text: '' });
      expect(again.headers.get('etag')).toBe(etag);
      expect(again.headers.get('cache-control')).toBe('private, no-cache');
      expect(again.headers.get('x-request-id')).not.toBeNull();
      expect(again.headers.has('content-type')).toBe(false);
    }
    for (const unknown of ['"other"', etag.slice(1, -1), '']) {
      expect(await at({ 'if-none-match': unknown })).toMatchObject({ status: 200, text: first.text });
    }
  });
});

it('the ETag changes with the record, and when a task becomes overdue', async () => {
  const { body } = await shop.full.post('/tasks', { title: 'Call back', due_at: '2026-03-02T15:00:01Z' });
  const path = `/tasks/${body.data.id}`;
  const etag = async (): Promise<string | null> => (await shop.full.get(path)).headers.get('etag');
  const [first, second] = [await etag(), await etag()];
  expect(second).toBe(first);
  service.clock.pass(2000);
  const overdue = await etag();
  expect(overdue).not.toBe(first);
  await shop.full.post(path, { notes: 'x' });
  expect(await etag()).not.toBe(overdue);
});

it('an ETag is missing on lists, writes and refusals', async () => {
  const answers = [
    shop.full.get('/leads'),
    shop.full.get('/tasks'),
    shop.full.post('/leads', { name: 'Dana' }),
    shop.full.get('/leads/x'),
  ];
  expect((await Promise.all(answers)).map(({ headers }) => headers.get('etag'))).toEqual([null, null, null, null]);
});

it.each(['Bearer', 'bearer', 'BEARER', 'Bearer '])('a key is accepted after the scheme %j', async (scheme) => {
  expect((await service.as(null).get('/me', { authorization: `${scheme} ${shop.full.token}` })).status).toBe(200);
});

it.each(['', 'Bearer', 'Basic YTpi', 'Token KEY', 'KEY', 'Bearer KEY x', 'Bearer KEY, Bearer KEY', 'Bearer\tKEY'])(
  'a request has no key if its Authorization header is %j',
  async (authorization) => {
    const answer = await service.as(null).get('/me', { authorization: authorization.replaceAll('KEY', shop.full.token ?? '') });
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } });
  },
);
