import request from 'supertest';
import { clientsOf } from '../../../adapters/http/connect/clients.js';
import { endpointsOf } from '../../../adapters/http/endpoint.js';
import { EventTypes } from '../../../application/kernel/events/event-types.js';
import { isTool } from '../../../application/kernel/operation/operation.js';
import { eventCatalogue, operations } from '../../support/registry.js';
import { sharedTestService, startTestService, type TestService } from '../../support/service.js';

/** The text that a reader sees of a part of a page. */
function textOf(html: string): string {
  const plain = html.replaceAll(/<[^>]+>/g, '');
  return plain.replaceAll('&quot;', '"').replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}

describe('the docs page', () => {
  let service: TestService;
  let page: string;

  beforeAll(async () => {
    service = await sharedTestService();
    page = (await request(service.server).get('/docs/')).text;
  });

  afterAll(() => service.stop());

  const sectionOf = (id: string): string => page.split(`<section class="op" id="${id}"`)[1]?.split('</section>')[0] ?? '';
  const sampleOf = (id: string, name: string): string | undefined => {
    const [, html] = new RegExp(`data-tab="${name}">.*?<code>([^]*?)</code>`).exec(sectionOf(id)) ?? [];
    return html === undefined ? undefined : textOf(html);
  };

  it('needs no key, at /docs and at /docs/', async () => {
    await request(service.server).get('/docs').expect(308).expect('location', '/docs/');
    await request(service.server)
      .get('/docs/')
      .expect(200)
      .expect('content-type', 'text/html; charset=utf-8')
      .expect('x-request-id', /^[0-9a-f-]{36}$/);
  });

  it('has every endpoint, every operation with its tool call, and every kind of event', () => {
    const sections = page.split('<section class="op" id="');
    for (const { operationId, operation } of endpointsOf(operations)) {
      const [id = ''] = sections.find((one) => one.includes(`<li id="at-${operationId}">`))?.split('"') ?? [];
      expect([operationId, sampleOf(id, 'curl')]).toEqual([operationId, expect.stringContaining('curl -s ')]);
      expect([operationId, sampleOf(id, 'tool') !== undefined]).toEqual([operationId, isTool(operation)]);
    }
    for (const { kind } of eventCatalogue.published) expect(textOf(sectionOf(`event-${kind}`))).toContain(`"type": "${kind}"`);
  });

  it('shows a call as curl, the client and a tool call would send it, to the public address', () => {
    expect(sampleOf('leads.create', 'curl')).toBe(`curl -s 'https://shop.example/api/v1/leads' \\
  -H 'Authorization: Bearer YOUR_API_KEY' \\
  -d '{
  "name": "Dana Whitfield",
  "email": "dana@example.com",
  "phone": "613 555 0142"
}'`);
    expect(sampleOf('leads.create', 'client')).toBe(`import { ShopOperations } from 'shop-operations-client';

const shop = new ShopOperations({ baseUrl: 'https://shop.example/api/v1', key: 'YOUR_API_KEY' });
console.log(await shop.leads.create({
  name: 'Dana Whitfield',
  email: 'dana@example.com',
  phone: '613 555 0142',
}));`);
    const call = sampleOf('leads.create', 'tool') ?? '';
    expect(call).toContain(`curl -s 'https://shop.example/api/mcp'`);
    expect(JSON.parse(/-d '([^]*)'$/.exec(call)?.[1] ?? '')).toMatchObject({
      method: 'tools/call',
      params: { name: 'leads.create', arguments: { name: 'Dana Whitfield' } },
    });
    expect(sampleOf('leads.list', 'curl')).toContain(`'https://shop.example/api/v1/leads?limit=3'`);
  });

  it('shows calls that are refused for nothing but their ids', async () => {
    const shop = await service.shop();
    const refused: string[] = [];
    for (const [, text = ''] of page.matchAll(/ data-try="([^"]*)"/g)) {
      const { method, path, body } = JSON.parse(textOf(text)) as { method: string; path: string; body: object | null };
      const answer = await shop.full.send(method, path, { ...(body && { body }), headers: { prefer: 'handling=strict' } });
      if (answer.status === 400 || answer.status === 422) refused.push(`${method} ${path}: ${answer.body.error.message}`);
    }
    expect(refused).toEqual([]);
  });

  it('shows events whose fields say what happened', () => {
    const kinds = service.container.get(EventTypes).described();
    const sample = (kind: string): unknown => kinds.find(({ type }) => type === kind)?.sample;
    expect(sample('call.missed')).toMatchObject({ data: { status: 'missed', direction: 'inbound' } });
    expect(sample('task.completed')).toMatchObject({ data: { status: 'done', completed_at: expect.any(String) } });
    expect(sample('lead.status_changed')).toMatchObject({ data: { status: 'contacted', from: 'new', to: 'contacted' } });
    expect(sample('message.delivered')).toMatchObject({ data: { status: 'delivered', direction: 'outbound' } });
    expect(sample('message.received')).toMatchObject({ data: { direction: 'inbound', from: '+16135550142' } });
  });

  it('leads to nothing that is not there', () => {
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const asked = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(asked.filter((id) => !ids.has(id))).toEqual([]);
    expect(ids.size).toBe([...page.matchAll(/ id="/g)].length);
  });

  it.each(['/docs', '/docs/', '/docs/page.js', '/docs/page.css', '/docs/errors'])(
    'answers another method on %s with 405',
    (path) => request(service.server).post(path).expect(405).expect('allow', 'GET, HEAD, OPTIONS'),
  );

  it.each([
    ['Range', 'bytes=99999999-'],
    ['Range', 'bytes=0-1'],
  ])('sends the whole file even if a part is requested: %s %s', async (name, value) => {
    const { text } = await request(service.server).get('/docs/').set(name, value).expect(200);
    expect(text).toBe(page);
  });

  it('refuses a condition that the file does not meet in the envelope, and ignores conditions on dates', async () => {
    const answer = await request(service.server).get('/docs/page.css').set('If-Match', '"x"').expect(412);
    expect(answer.body).toEqual({ error: { code: 'precondition_failed', message: expect.any(String) } });
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(answer.headers).not.toHaveProperty('etag');
    await request(service.server).get('/docs/page.css').set('If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT').expect(200);
  });

  it.each(['/docs/', '/docs/errors', '/docs/page.js'])('sends %s once to a browser that caches it', async (path) => {
    const { etag } = (await request(service.server).get(path).expect(200)).headers;
    const known = await request(service.server).get(path).set('If-None-Match', String(etag)).expect(304);
    expect(known.headers).toMatchObject({ etag, 'content-security-policy': expect.any(String) });
    await request(service.server).get(path).set('If-Match', String(etag)).expect(200);
  });

  it('lets a browser load from and connect to this host only, without forcing https on it', async () => {
    const { headers } = await fetch(`${service.url}/docs/`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none';script-src 'self';style-src 'self';img-src 'self';connect-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|data:|https?:|upgrade-insecure-requests/);
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(page).not.toMatch(/<style| style=| on\w+="|<script>/);
  });

  it('has every file that it names, to be revalidated at each use', async () => {
    const named = [...page.matchAll(/(?:href|src)="\.\/([^"#]*)[^"]*"/g)].map(([, name]) => name);
    for (const name of new Set(named)) {
      const file = await fetch(`${service.url}/docs/${name}`);
      await file.arrayBuffer();
      expect([name, file.status, file.headers.get('cache-control')]).toEqual([name, 200, 'no-cache']);
    }
    expect(named).toEqual(expect.arrayContaining(['page.css', 'page.js', 'icon.svg', 'errors', 'mcp']));
  });

  it('shows without a key how to connect an assistant, by the lines of the command line and at the public address', async () => {
    const { text, headers } = await request(service.server).get('/docs/mcp').set('Host', 'evil.example').expect(200);
    expect(text).not.toContain('evil');
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    const blocks = [...text.matchAll(/<pre><code>([^<]*)<\/code>/g)].map(([, block = '']) => textOf(block));
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
    const reference = (await request(unknown.server).get('/docs/').set('Host', 'evil.example')).text;
    expect(reference).toContain('https://YOUR_ADDRESS');
    expect(reference).not.toContain('evil');
    await unknown.stop();
  });

  it('answers HEAD without a body', async () => {
    const head = await fetch(`${service.url}/docs/page.js`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it.each([
    ['GET', '/docs/nothing.js'],
    ['GET', '/docs/package.json'],
    ['GET', '/docs/../package.json'],
    ['GET', '/docs/%2e%2e%2fpackage.json'],
    ['GET', '/DOCS/'],
    ['GET', '/docs/PAGE.js'],
    ['POST', '/docs/nothing'],
  ])('answers 404 to every other path: %s %s', async (method, path) => {
    const answer = await service.as(null).send(method, path, {});
    expect([answer.status, answer.body]).toEqual([404, { error: { code: 'not_found', message: expect.any(String) } }]);
  });
});
