import { startTestService, type TestService, type TestShop } from '../../support/service.js';
import { Wire } from '../../support/raw-http.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await startTestService();
  shop = await service.shop();
});
afterAll(() => service.stop());

it('answers a request whose target is the whole address, as proxies send it', async () => {
  const text = await exchanged(`GET http://shop.example/api/v1/me HTTP/1.1\r\nHost: shop.example\r\nAuthorization: Bearer ${shop.full.token}\r\nConnection: close\r\n\r\n`);
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
});

it('refuses an HTTP/1.1 request without Host in the envelope', async () => {
  const text = await exchanged('GET /api/v1/me HTTP/1.1\r\nConnection: close\r\n\r\n');
  expect(text).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"invalid_request"/);
});

it('refuses NUL and half a surrogate pair also in parts of a body that it ignores', async () => {
  for (const body of ['{"name":"a","zz":"\\u0000"}', '{"name":"a","z\\u0000":1}', '{"name":"a","zz":["\\udc00"]}']) {
    expect((await shop.full.post('/leads', body)).status).toBe(422);
  }
});

it('takes null and an empty text in JSON for no filter, and in a query for one that matches nothing', async () => {
  await shop.full.post('/tasks', { title: 'Nobody’s' });
  for (const none of [null, '', ' ']) {
    const filters = { status: none, assigned_to: none, conversation_id: none, overdue: none, limit: none, offset: none };
    expect((await shop.full.post('/tasks/list', filters)).body.data).toMatchObject({ total: 1 });
    expect((await shop.full.tool('tasks.list', filters)).structuredContent).toMatchObject({ total: 1 });
  }
  expect((await shop.full.get('/tasks?assigned_to=')).body.meta).toMatchObject({ total: 0 });
  expect((await shop.full.get('/tasks?status=')).status).toBe(422);
});

async function exchanged(text: string): Promise<string> {
  const wire = await Wire.open(service.url);
  wire.write(text);
  return wire.closed();
}
