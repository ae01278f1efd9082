import { eventually } from '../../../support/eventually.js';
import { Wire } from '../../../support/raw-http.js';
import { startTestService, type TestService, type TestShop } from '../../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await startTestService({ limits: { requests: 200 } });
  shop = await service.shop();
});
afterAll(() => service.stop());

async function exchanged(text: string): Promise<string> {
  const wire = await Wire.open(service.url);
  wire.write(text);
  return wire.closed();
}

/** The head of a request with the key of the shop. */
const head = (line: string, ...headers: string[]): string =>
  [`${line} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${shop.full.token}`, ...headers, '', ''].join('\r\n');

it('the service answers a request whose target is a whole URL, as proxies send it', async () => {
  const text = await exchanged(
    `GET http://shop.example/api/v1/me HTTP/1.1\r\nHost: shop.example\r\nAuthorization: Bearer ${shop.full.token}\r\nConnection: close\r\n\r\n`,
  );
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
});

it('the service refuses a target that is no address in the envelope', async () => {
  const text = await exchanged(head('GET http://[', 'Connection: close'));
  expect(text).toMatch(/^HTTP\/1\.1 4\d\d [\s\S]*"code":"(not_found|invalid_request)"/);
});

it('the service refuses CONNECT with 405 in the envelope, because it is no proxy', async () => {
  const text = await exchanged('CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example:443\r\n\r\n');
  expect(text).toMatch(
    /^HTTP\/1\.1 405 Method Not Allowed\r\n[\s\S]*\r\nallow: GET, HEAD, OPTIONS\r\n[\s\S]*"code":"method_not_allowed"/i,
  );
});

it('the service refuses an HTTP/1.1 request without Host in the envelope', async () => {
  const text = await exchanged('GET /api/v1/me HTTP/1.1\r\nConnection: close\r\n\r\n');
  expect(text).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"invalid_request"/);
});

it('the service refuses NUL and half of a surrogate pair even in ignored parts of a body', async () => {
  for (const body of ['{"name":"a","zz":"\\u0000"}', '{"name":"a","z\\u0000":1}', '{"name":"a","zz":["\\udc00"]}']) {
    expect((await shop.full.post('/leads', body)).status).toBe(422);
  }
});

it('null and an empty text are no filter in JSON, and a filter that matches nothing in a query', async () => {
  await shop.full.post('/tasks', { title: 'Nobody’s' });
  for (const none of [null, '', ' ']) {
    const filters = { status: none, assigned_to: none, conversation_id: none, overdue: none, limit: none, offset: none };
    expect((await shop.full.post('/tasks/list', filters)).body.data).toMatchObject({ total: 1 });
    expect((await shop.full.tool('tasks.list', filters)).structuredContent).toMatchObject({ total: 1 });
  }
  expect((await shop.full.get('/tasks?assigned_to=')).body.meta).toMatchObject({ total: 0 });
  expect((await shop.full.get('/tasks?status=')).status).toBe(422);
});

it('the service notices a second key after any number of header lines', async () => {
  const key = `Authorization: Bearer ${shop.full.token}\r\n`;
  const head = `GET /api/v1/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${key}`;
  expect(await exchanged(`${head}${'a:\r\n'.repeat(2100)}\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await exchanged(`${head}${'a:\r\n'.repeat(2100)}${key}\r\n`)).toMatch(/^HTTP\/1\.1 401 /);
});

it.each([
  ['a head that is too large', `X-Long: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
  ['a header that is none', 'bad header\r\n\r\n', 400],
])('the service answers HEAD without a body also if it refuses the head: %s', async (_, rest, status) => {
  const before = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  const head = `HEAD /api/v1/me HTTP/1.1\r\nHost: x\r\n${rest}`;
  const refusal = new RegExp(`HTTP/1\\.1 ${status} [^{}]*\\r\\n\\r\\n$`);
  expect(await exchanged(head)).toMatch(new RegExp(`^${refusal.source}`));
  expect(await exchanged(before + head)).toMatch(refusal);
  expect(await exchanged(head.replace('HEAD', 'GET'))).toMatch(/\r\n\r\n\{"error":/);
});

it('the service refuses an HTTP/1.0 body of ambiguous length, and ends the connection', async () => {
  const body = '{"name":"Dana"}';
  const text = await exchanged(
    `POST /api/v1/leads HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\nAuthorization: Bearer ${shop.full.token}\r\n` +
      `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  );
  expect(text).toMatch(/^HTTP\/1\.1 400 [^]*connection: close\r[^]*"code":"invalid_request"/i);
  expect((await shop.full.get('/leads')).body.data).toEqual([]);
});

describe('input that is not a valid HTTP request', () => {
  const ENVELOPE = (status: number, code: string): RegExp =>
    new RegExp(`^HTTP/1\\.1 ${status} [A-Z][\\s\\S]*\\r\\n\\r\\n\\{"error":\\{"code":"${code}","message":"[^"]+"\\}\\}$`);

  function expectOurs(text: string): void {
    expect(text).toMatch(/content-type: application\/json; charset=utf-8/i);
    expect(text).toMatch(/x-request-id: [0-9a-f-]{36}/i);
    expect(text).toMatch(/x-content-type-options: nosniff/i);
    expect(text).toMatch(/cache-control: no-store/i);
    expect(text).toMatch(/connection: close/i);
  }

  it.each([
    ['nonsense', 'hello\r\n\r\n'],
    ['a header that is none', 'GET /api/v1/me HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n'],
    ['two lengths', 'POST /api/v1/leads HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}'],
    [
      'a length and chunks',
      'POST /api/v1/leads HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('is answered 400 in the envelope: %s', async (_, bytes) => {
    const text = await exchanged(bytes);
    expect(text).toMatch(ENVELOPE(400, 'invalid_request'));
    expectOurs(text);
  });

  it('is logged with the id of its answer', async () => {
    const [, id] = /x-request-id: (\S+)/i.exec(await exchanged('hello\r\n\r\n')) ?? [];
    const request = { requestId: id, method: null, operation: 'none', path: null, shop: null, key: null };
    const detail = { ...request, status: 400, code: 'invalid_request', ms: 0 };
    expect(service.log.lines).toContainEqual({ level: 'info', message: 'request', detail });
  });

  it('is answered 431 in the envelope if its headers are above 16 KiB', async () => {
    const text = await exchanged(`GET /api/v1/me HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`);
    expect(text).toMatch(ENVELOPE(431, 'headers_too_large'));
    expectOurs(text);
  });

  describe('a slow request', () => {
    // The service's limits are 10 s and 15 s. The test sets shorter ones.
    let decided: [number, number];
    beforeAll(() => {
      decided = [service.server.headersTimeout, service.server.requestTimeout];
      service.server.headersTimeout = service.server.requestTimeout = 200;
    });
    afterAll(() => {
      [service.server.headersTimeout, service.server.requestTimeout] = decided;
    });

    it('has 10 s for its head, 15 s for its body, and 65 s until the next', () => {
      expect(decided).toEqual([10_000, 15_000]);
      expect(service.server.keepAliveTimeout).toBe(65_000);
    });

    it.each([
      ['head', () => 'GET /api/v1/me HTTP/1.1\r\nHost: x\r\n'],
      ['body', () => `${head('POST /api/v1/leads', 'Content-Length: 100')}{"name"`],
    ])('is answered 408 in the envelope if its %s does not come', async (_, bytes) => {
      const text = await exchanged(bytes());
      expect(text).toMatch(ENVELOPE(408, 'request_timeout'));
      expectOurs(text);
    });

    it('has one id in the answer and in the log, the client’s own if it sent one', async () => {
      const text = await exchanged(`${head('POST /api/v1/leads', 'X-Request-Id: slow-1', 'Content-Length: 100')}{`);
      expect(text).toMatch(/^HTTP\/1\.1 408 [^]*x-request-id: slow-1[^]*ratelimit: /);
      const details = (): readonly unknown[] => service.log.lines.map(({ detail }) => detail);
      const lines = (): unknown[] => details().filter((detail) => (detail as { requestId?: string }).requestId === 'slow-1');
      const logged = await eventually(lines, ({ length }) => length > 0);
      expect(logged).toEqual([
        expect.objectContaining({ operation: 'leads.create', method: 'POST', status: 408, code: 'request_timeout' }),
      ]);
    });
  });
});
