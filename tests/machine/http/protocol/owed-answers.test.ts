import { Wire } from '../../../support/raw-http.js';
import { sharedTestService, type TestService, type TestShop } from '../../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
});
afterAll(() => service.stop());

const head = (line: string, ...headers: string[]): string =>
  [`${line} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${shop.full.token}`, ...headers, '', ''].join('\r\n');
const statusesIn = (received: string): (string | undefined)[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);

async function sent(...bytes: string[]): Promise<(string | undefined)[]> {
  const wire = await Wire.open(service.url);
  wire.write(bytes.join(''));
  return statusesIn(await wire.closed());
}

test.each([
  ['what is no request', () => 'garbage\r\n\r\n', '400'],
  ['headers that are too large', () => head('GET /api/v1/me', `X-Long: ${'x'.repeat(20_000)}`), '431'],
  ['a body with broken chunks', () => `${head('POST /api/v1/leads', 'Transfer-Encoding: chunked')}xyz\r\n`, '400'],
  ['CONNECT', () => 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n', '405'],
])('the answers that are owed come before the refusal of %s', async (_, bytes, status) => {
  expect(await sent(head('GET /api/v1/tasks'), head('GET /api/v1/me'), bytes())).toEqual(['200', '200', status]);
});

test('a connection that ends with a refusal gets one refusal, whatever else comes on it', async () => {
  const wire = await Wire.open(service.url);
  wire.write(head('GET /api/v1/tasks') + 'garbage\r\n\r\n');
  wire.write('more garbage\r\n\r\n');
  expect(statusesIn(await wire.closed())).toEqual(['200', '400']);
});

test('a request to upgrade is answered, and the connection is closed, because what follows it is not read', async () => {
  const wire = await Wire.open(service.url);
  wire.write(head('GET /api/v1/me', 'Connection: Upgrade', 'Upgrade: garbage') + head('GET /api/v1/me'));
  const received = await wire.closed();
  expect([statusesIn(received), /connection: close/i.test(received)]).toEqual([['200'], true]);
});
