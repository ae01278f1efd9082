import { entryPointsOf, requestOf, titleOf, type EntryPoint } from '../../../support/entry-points.js';
import { fillShop, type ShopRecords } from '../../../support/records.js';
import { operations } from '../../../support/registry.js';
import { sampleOf } from '../../../support/samples.js';
import { startTestService, type TestService, type TestShop } from '../../../support/service.js';

const entryPoints = operations.flatMap(entryPointsOf).map((entryPoint) => [titleOf(entryPoint), entryPoint] as const);
const routes = entryPoints.filter(([, { surface }]) => surface !== 'tool');
const readable = routes.filter(([, { method }]) => method === 'GET');
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'];

let service: TestService;
let shop: TestShop;
let records: ShopRecords;

beforeAll(async () => {
  service = await startTestService({ limits: { requests: 1000 } });
  shop = await service.shop();
  records = await fillShop(service, shop);
});
afterAll(() => service.stop());

/** Headers that say nothing about the answer, or only how it is sent. */
const OF_CONNECTION = ['date', 'x-request-id', 'ratelimit', 'connection', 'keep-alive', 'transfer-encoding'];

const pathOf = (entryPoint: EntryPoint): string =>
  requestOf(entryPoint, { ...sampleOf(entryPoint.operation, records), input: {} }).path;

describe.each(readable)('%s', (_, entryPoint) => {
  it('answers HEAD like GET, without the body', async () => {
    const path = pathOf(entryPoint);
    const [get, head] = [await shop.full.send('GET', path, {}), await shop.full.send('HEAD', path, {})];
    expect(head).toMatchObject({ status: get.status, text: '' });
    const headers = ({ headers: sent }: typeof get): object =>
      Object.fromEntries([...sent].filter(([name]) => !OF_CONNECTION.includes(name)));
    expect(headers(head)).toEqual(headers(get));
    // The length of a stream is not known before its end.
    if (!get.headers.has('transfer-encoding'))
      expect(Number(head.headers.get('content-length'))).toBe(Buffer.byteLength(get.text));
  });

  it('refuses HEAD without a key with 401, without a body', async () => {
    expect(await service.as(null).send('HEAD', pathOf(entryPoint), {})).toMatchObject({ status: 401, text: '' });
  });
});

describe.each(routes)('%s', (_, entryPoint) => {
  const allowed = async (path: string): Promise<string[]> => {
    const answer = await service.as(null).send('OPTIONS', path, {});
    expect(answer).toMatchObject({ status: 204, text: '' });
    return (answer.headers.get('allow') ?? '').split(', ');
  };

  it('lists the methods of its path for OPTIONS, and refuses others with 405 before it reads a key', async () => {
    const path = pathOf(entryPoint);
    const allow = await allowed(path);
    expect(allow).toEqual(expect.arrayContaining([entryPoint.method, 'OPTIONS']));
    expect(allow.includes('HEAD')).toBe(allow.includes('GET'));
    for (const method of METHODS.filter((one) => !allow.includes(one) && one !== 'TRACE')) {
      const answer = await service.as(null).send(method, path, {});
      expect({ method, status: answer.status }).toEqual({ method, status: 405 });
      expect(answer.headers.get('allow')).toBe(allow.join(', '));
      if (method !== 'HEAD') expect(answer.body.error.code).toBe('method_not_allowed');
      expect(answer.headers.get('www-authenticate')).toBeNull();
    }
  });

  it('is not found with a trailing slash, in another case, or below its path', async () => {
    const path = pathOf(entryPoint);
    const segments = path.split('/');
    const last = segments.at(-1) ?? '';
    const upper = path.replace('/api/v1', '/API/v1');
    const elsewhere = [
      `${path}/`,
      upper,
      path.replace('/v1/', '/v1//'),
      `/${path}`,
      path.replace('/api/v1', ''),
      path.replace('/v1', '/v2'),
      `${path}/x/y`,
    ];
    // The path with its last part in capitals is left out if there is also a path with a parameter in that place: the part is
    // then a value of the parameter. A number has no capitals.
    const beside = path.replace('/api/v1', '').replace(/[^/]+$/, ':');
    const besideParameter = operations.some(({ route }) => route?.path.replace(/:\w+$/, ':') === beside);
    const literal = besideParameter || last === last.toUpperCase() ? [] : [path.replace(/[^/]+$/, last.toUpperCase())];
    for (const other of [...elsewhere, ...literal]) {
      const answer = await service.as(null).send(entryPoint.method, other, {});
      expect({ other, status: answer.status, code: answer.body?.error.code }).toEqual({ other, status: 404, code: 'not_found' });
      expect(answer.headers.get('www-authenticate')).toBeNull();
    }
  });

  it('is not hidden by another route', async () => {
    const before = service.log.lines.length;
    await service.as(null).send(entryPoint.method, pathOf(entryPoint), {});
    expect(service.log.lines.slice(before)).toEqual([
      expect.objectContaining({ detail: expect.objectContaining({ operation: entryPoint.operation.name }) }),
    ]);
  });
});

it.each([
  '/api',
  '/api/v1',
  '/api/v1/',
  '/api/v1/nowhere',
  '/api/mcp/',
  '/API/MCP',
  '/healthz/',
  '/favicon.ico',
  '/api/v1/..%2f..%2fhealthz',
  '/%00',
])('the path %s is not found, with or without a key', async (path) => {
  for (const api of [service.as(null), shop.full]) {
    const answer = await api.send('GET', path, {});
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    expect(answer.headers.get('ratelimit')).toBeNull();
  }
});

describe('a browser page of another origin', () => {
  const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };

  it.each(['https://app.example', 'http://localhost:5173', 'http://127.0.0.1:8080'])('may call from %s', async (origin) => {
    for (const path of ['/api/v1/leads', '/api/v1/tasks/create', '/api/mcp']) {
      const answer = await service.as(null).send('OPTIONS', path, { headers: { origin, ...preflight } });
      expect(answer.status).toBe(204);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': answer.headers.get('allow'),
        'access-control-allow-headers': expect.stringMatching(/Authorization.*Export-Token.*Idempotency-Key.*Traceparent/),
        'access-control-max-age': '600',
        vary: 'Origin',
      });
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  it('may read answers and refusals if its origin is allowed', async () => {
    for (const api of [shop.full, service.as(null)]) {
      const answer = await api.get('/me', { origin: 'https://app.example' });
      expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example');
      for (const name of ['Feed-Position', 'Export-Token', 'RateLimit', 'Should-Retry', 'WWW-Authenticate'])
        expect(answer.headers.get('access-control-expose-headers')).toContain(name);
    }
  });

  it.each([
    'https://evil.example',
    'null',
    'https://app.example.evil.example',
    'http://localhost.evil.example',
    'http://app.example',
  ])('may not read answers from %s', async (origin) => {
    const options = await service.as(null).send('OPTIONS', '/api/v1/leads', { headers: { origin, ...preflight } });
    const get = await shop.full.get('/me', { origin });
    for (const { headers } of [options, get]) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(headers.get('vary')).toBe('Origin');
    }
    // Both requests are served, because the REST API is protected by the key and not by the origin.
    expect([options.status, get.status]).toEqual([204, 200]);
  });
});
