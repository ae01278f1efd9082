import { startTestService, type TestService, type TestShop } from '../../support/service.js';
import { Wire } from '../../support/raw-http.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await startTestService();
  shop = await service.shop();
});
afterAll(() => service.stop());

it('the service answers a request whose target is a whole URL, as proxies send it', async () => {
  const text = await exchanged(
    `GET http://shop.example/api/v1/me HTTP/1.1\r\nHost: shop.example\r\nAuthorization: Bearer ${shop.full.token}\r\nConnection: close\r\n\r\n`,
  );
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
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

async function exchanged(text: string): Promise<string> {
  const wire = await Wire.open(service.url);
  wire.write(text);
  return wire.closed();
}
