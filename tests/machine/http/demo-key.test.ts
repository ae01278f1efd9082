import request from 'supertest';
import { sharedTestService, startTestService, type TestService } from '../../support/service.js';

const KEY = 'sk_shop_of_the_demo';

describe('the key of the demo', () => {
  let demo: TestService;

  beforeAll(async () => {
    demo = await startTestService({ demoKey: KEY });
  });
  afterAll(() => demo.stop());

  it.each(['127.0.0.1:3000', 'localhost', 'localhost:3000', '[::1]:3000'])(
    'is for a page on this machine, at %s',
    async (host) => {
      const { body, headers } = await request(demo.server).get('/docs/demo-key').set('Host', host).expect(200);
      expect([body, headers['cache-control']]).toEqual([{ key: KEY }, 'no-store']);
    },
  );

  it.each([
    ['Host', 'rebound.example'],
    ['Host', '127.0.0.1.rebound.example'],
    ['Host', 'no host'],
    ['X-Forwarded-For', '203.0.113.7'],
    ['X-Forwarded-Host', 'localhost'],
    ['Forwarded', 'for=203.0.113.7'],
    ['Via', '1.1 proxy'],
  ])('is for nobody else: %s: %s', async (name, value) => {
    const { body } = await request(demo.server).get('/docs/demo-key').set(name, value);
    expect(body.key ?? null).toBeNull();
  });

  it('is not told to a page of another origin', async () => {
    const { headers } = await request(demo.server).get('/docs/demo-key').set('Origin', 'https://evil.example');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('is null where there is no demo', async () => {
    const service = await sharedTestService();
    expect((await request(service.server).get('/docs/demo-key').expect(200)).body).toEqual({ key: null });
    await service.stop();
  });
});
