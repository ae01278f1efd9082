import request from 'supertest';
import { ERROR_CODES } from '../../../domain/shared/errors.js';
import { rawRequest } from '../../support/raw-http.js';
import { operations } from '../../support/registry.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';
import { refusingOperation } from './refusing-operation.js';

const HELP = 'https://shop.example/docs/errors';
const helpWith = (code: string): string => `<${HELP}#${code}>; rel="help"`;

describe('the help with an error', () => {
  let service: TestService;
  let shop: TestShop;

  beforeAll(async () => {
    service = await startTestService({ operations: [...operations, refusingOperation] });
    shop = await service.shop();
  });
  afterAll(() => service.stop());

  it.each(ERROR_CODES)('is where the Link of %s leads: what it means, what to do, and whether a retry helps', async (code) => {
    const { headers } = await shop.full.post('/refusals', { code });
    expect(headers.get('link')).toBe(helpWith(code));
    const { text } = await request(service.server)
      .get('/docs/errors')
      .expect(200)
      .expect('content-type', /^text\/html/);
    const [section = ''] = text.split(`<section id="${code}"`).slice(1).join('').split('</section>');
    expect([...section.matchAll(/<dt>([^<]+)<\/dt><dd>[^]+?<\/dd>/g)].map(([, about]) => about)).toEqual([
      'What it means',
      'What to do',
      'Does a retry help?',
      'A message',
    ]);
  });

  it('stands on refusals before the key, of the server of Node, and of the tool endpoint', async () => {
    const refused = [
      await service.as(null).get('/me'),
      await shop.full.get('/nowhere'),
      await shop.full.send('PUT', '/api/v1/leads', {}),
      await service.as(null).send('POST', '/api/mcp', { body: {} }),
    ];
    const codes = ['unauthorized', 'not_found', 'method_not_allowed', 'unauthorized'];
    expect(refused.map(({ headers }) => headers.get('link'))).toEqual(codes.map(helpWith));
    const long = await rawRequest(service.url, { method: 'GET', path: '/api/v1/me', headers: ['X-Long', 'x'.repeat(20_000)] });
    expect(long.headers['link']).toBe(helpWith('headers_too_large'));
  });

  it('stands on no success', async () => {
    expect((await shop.full.get('/me')).headers.has('link')).toBe(false);
  });

  it('is not named where the public address is not known', async () => {
    const unknown = await startTestService({ publicUrl: null });
    expect((await unknown.as(null).get('/me')).headers.has('link')).toBe(false);
    const long = await rawRequest(unknown.url, { method: 'GET', path: '/api/v1/me', headers: ['X-Long', 'x'.repeat(20_000)] });
    expect([long.status, long.headers['link']]).toEqual([431, undefined]);
    await unknown.stop();
  });
});
