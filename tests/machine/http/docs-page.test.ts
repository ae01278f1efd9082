import request from 'supertest';
import { clientsOf } from '../../../adapters/http/connect/clients.js';
import { sharedTestService, startTestService, type TestService } from '../../support/service.js';

describe('the docs page', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await sharedTestService();
  });

  afterAll(() => service.stop());

  it('needs no key, at /docs and at /docs/', async () => {
    await request(service.server).get('/docs').expect(308).expect('location', '/docs/');
    await request(service.server)
      .get('/docs/')
      .expect(200)
      .expect('content-type', 'text/html; charset=utf-8')
      .expect('x-request-id', /^[0-9a-f-]{36}$/);
  });

  it.each(['/docs', '/docs/', '/docs/init.js', '/docs/swagger-ui.css'])('answers another method on %s with 405', async (path) => {
    await request(service.server).post(path).expect(405).expect('allow', 'GET, HEAD, OPTIONS');
  });

  it.each([
    ['Range', 'bytes=99999999-'],
    ['Range', 'bytes=0-1'],
  ])('sends the whole file even if a part is requested: %s %s', async (name, value) => {
    const { text } = await request(service.server).get('/docs/swagger-ui.css').set(name, value).expect(200);
    expect(text.length).toBeGreaterThan(100_000);
  });

  it('refuses a condition that the file does not meet in the envelope, and ignores conditions on dates', async () => {
    const css = request(service.server).get('/docs/swagger-ui.css');
    const answer = await css.set('If-Match', '"x"').expect(412);
    expect(answer.body).toEqual({ error: { code: 'precondition_failed', message: expect.any(String) } });
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(answer.headers).not.toHaveProperty('etag');
    await request(service.server)
      .get('/docs/swagger-ui.css')
      .set('If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT')
      .expect(200);
  });

  it.each(['/docs/', '/docs/swagger-ui-bundle.js'])('sends %s once to a browser that caches it', async (path) => {
    const { etag } = (await request(service.server).get(path).expect(200)).headers;
    const known = await request(service.server).get(path).set('If-None-Match', String(etag)).expect(304);
    expect(known.headers).toMatchObject({ etag, 'content-security-policy': expect.any(String) });
    await request(service.server).get(path).set('If-Match', String(etag)).expect(200);
  });

  it('lets a browser load from and connect to this host only, without forcing https on it', async () => {
    const { headers } = await fetch(`${service.url}/docs/`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none';script-src 'self';style-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|upgrade-insecure-requests/);
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  it('has every file that it names, to be revalidated at each use', async () => {
    const html = await (await fetch(`${service.url}/docs/`)).text();
    const named = [...html.matchAll(/(?:href|src)="\.\/([^"]+)"/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(4);
    for (const name of named) {
      const file = await fetch(`${service.url}/docs/${name}`);
      await file.arrayBuffer();
      expect([name, file.status, file.headers.get('cache-control')]).toEqual([name, 200, 'no-cache']);
    }
  });

  it('shows without a key how to connect an assistant, by the lines of the command line and at the public address', async () => {
    const { text, headers } = await request(service.server).get('/docs/mcp').set('Host', 'evil.example').expect(200);
    expect(text).not.toContain('evil');
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    const blocks = [...text.matchAll(/<pre><code>([^<]*)<\/code>/g)].map(([, block = '']) =>
      block.replaceAll('&quot;', '"').replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
    );
    const clients = clientsOf({ url: 'https://shop.example/api/mcp', key: 'YOUR_API_KEY' });
    expect(blocks).toEqual(clients.flatMap(({ lines }) => lines.map((one) => one.text)));
    expect(text).not.toMatch(/<script|<style| style=/);
    await request(service.server)
      .get('/docs/mcp')
      .set('Host', 'shop.example')
      .set('If-None-Match', String(headers['etag']))
      .expect(304);
  });

  it('shows its own host where no public address is known, without markup, and refuses one that is no host', async () => {
    const unknown = await startTestService({ publicUrl: null });
    const { text } = await request(unknown.server).get('/docs/mcp').set('Host', 'a"&b').expect(200);
    expect(text).toContain('<code>http://a&quot;&amp;b/api/mcp</code>');
    await request(unknown.server).get('/docs/mcp').set('Host', '<b>').expect(400);
    await unknown.stop();
  });

  it('answers HEAD without a body', async () => {
    const head = await fetch(`${service.url}/docs/swagger-ui-bundle.js`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it.each([
    ['GET', '/docs/nothing.js'],
    ['GET', '/docs/package.json'],
    ['GET', '/docs/../package.json'],
    ['GET', '/docs/%2e%2e%2fpackage.json'],
    ['GET', '/DOCS/'],
    ['GET', '/docs/INIT.js'],
    ['POST', '/docs/nothing'],
  ])('answers 404 to every other path: %s %s', async (method, path) => {
    const answer = await service.as(null).send(method, path, {});
    expect([answer.status, answer.body]).toEqual([404, { error: { code: 'not_found', message: expect.any(String) } }]);
  });
});
