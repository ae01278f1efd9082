import request from 'supertest';
import { sharedTestService, startTestService, type TestService } from '../../support/service.js';

describe('the front page', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await sharedTestService();
  });

  afterAll(() => service.stop());

  it.each([
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'a browser'],
    ['text/html', 'a reader of pages'],
  ])('leads to the documents with Accept: %s (%s)', async (accept) => {
    const { headers } = await request(service.server).get('/').set('Accept', accept).expect(303).expect('location', '/docs');
    expect(headers).toMatchObject({ vary: expect.stringMatching(/\bAccept\b/i), 'cache-control': 'no-cache' });
  });

  it.each(['*/*', 'application/json', 'application/json;q=0.9, text/html;q=0.5', 'image/png'])(
    'answers a program with the addresses of the service, with Accept: %s',
    async (accept) => {
      const { body } = await request(service.url).get('/').set('Accept', accept).expect(200);
      expect(body).toEqual({
        name: 'Shop Operations Service API',
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        commit: expect.stringMatching(/^(unknown|[0-9a-f]{40}(-changed)?)$/),
        documentation: 'https://shop.example/docs',
        openapi: 'https://shop.example/api/v1/openapi.json',
        api: 'https://shop.example/api/v1',
        mcp: 'https://shop.example/api/mcp',
      });
      await request(service.url)
        .get(new URL(body.openapi as string).pathname)
        .expect(200);
    },
  );

  it('answers another method with 405', async () => {
    await request(service.server).post('/').expect(405).expect('allow', 'GET, HEAD, OPTIONS');
  });

  it('answers the address at which it is called where no public address is known, and refuses a Host header that is no host', async () => {
    const unknown = await startTestService({ publicUrl: null });
    const { body } = await request(unknown.url).get('/').expect(200);
    expect(body.api).toBe(`${unknown.url}/api/v1`);
    await request(unknown.server).get('/').set('Host', 'no host').expect(400);
    await unknown.stop();
  });
});
