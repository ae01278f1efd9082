import { gunzipSync } from 'node:zlib';
import { rawRequest } from '../../support/raw-http.js';
import { sharedTestService, type TestService } from '../../support/service.js';

const PATH = '/api/v1/openapi.json';
let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

const get = (headers = {}) => service.as(null).get('/openapi.json', headers);

/** Asks as a client that takes gzip. The bytes are as they came. */
async function packed(): Promise<{ readonly headers: Headers; readonly bytes: Buffer }> {
  const { hostname, port } = new URL(service.url);
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: PATH, headers: { 'accept-encoding': 'gzip, br' }, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ headers: new Headers(answer.headers as Record<string, string>), bytes: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject).end();
  });
}

it('is compressed where that is asked for, and is the same document', async () => {
  const plain = await get();
  const { headers, bytes } = await packed();
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(headers.get('content-encoding')).toBe('gzip');
  expect(gunzipSync(bytes).toString()).toBe(plain.text);
  expect(bytes.length * 5).toBeLessThan(plain.text.length);
  for (const one of [plain.headers, headers]) expect(one.get('vary')).toContain('Accept-Encoding');
});

it('has an ETag for each form, by which a client keeps it', async () => {
  const { headers } = await get();
  const etag = headers.get('etag') ?? '';
  expect(headers.get('cache-control')).toBe('no-cache');
  expect((await get()).headers.get('etag')).toBe(etag);
  expect((await packed()).headers.get('etag')).not.toBe(etag);
  const same = await get({ 'if-none-match': etag });
  expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', etag]);
  expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
  const other = await get({ 'if-match': '"other"' });
  expect([other.status, other.body.error.code, other.headers.get('content-encoding')]).toEqual([
    412,
    'precondition_failed',
    null,
  ]);
});

it('has a HEAD, too', async () => {
  const { status, headers, text } = await rawRequest(service.url, { method: 'HEAD', path: PATH });
  expect([status, text, headers['content-length']]).toEqual([200, '', String(Buffer.byteLength((await get()).text))]);
});
