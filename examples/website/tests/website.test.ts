import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ShopOperations } from 'shop-operations-client';
import { aStoredService } from 'shop-operations-api/tests/support/builders/a-stored-service.js';
import { sharedTestService, type TestService, type TestShop } from 'shop-operations-api/tests/support/service.js';

// The cast is safe: the example has no types, but exports this function.
const { website } = (await import(pathToFileURL(resolve('examples/website/website.mjs')).href)) as {
  website: (shop: ShopOperations, now: () => Date) => RequestListener;
};

let service: TestService;
let shop: TestShop;
let server: Server;
let url: string;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
  server = createServer(
    website(new ShopOperations({ baseUrl: service.url, key: String(shop.full.token) }), () => new Date(service.clock.now())),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close().closeAllConnections();
  await service.stop();
});

async function page(
  path: string,
  form?: Record<string, string>,
): Promise<{ status: number; html: string; location: string | null }> {
  const init = form ? { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' as const } : {};
  const answer = await fetch(`${url}${path}`, init);
  return { status: answer.status, html: await answer.text(), location: answer.headers.get('location') };
}

test('the menu has what is sold and bookable, and no markup of others', async () => {
  await aStoredService(service, shop, { name: 'Oil & <b>filter</b>' });
  await aStoredService(service, shop, { name: 'Not sold', active: false });
  const { status, html } = await page('/');
  expect([status, html.includes('Oil &#38; &#60;b&#62;filter&#60;/b&#62;</a> 900.00'), html.includes('Not sold')]).toEqual([
    200,
    true,
    false,
  ]);
});

test('a service has free times', async () => {
  await shop.full.post('/staff/create', { name: 'Ana', role: 'technician' });
  const { id } = await aStoredService(service, shop, { name: 'Brakes', durationMinutes: 60 });
  const { html } = await page(`/times?service=${id}`);
  expect(html).toContain('Free times: Brakes');
  expect(html).toMatch(/<li>2026-03-0\d \d\d:\d\d<\/li>/);
});

test('a form that is sent twice makes one lead', async () => {
  const [, key = ''] = /name="key" value="([^"]+)"/.exec((await page('/contact')).html) ?? [];
  const form = { key, name: 'Robin Hale', phone: '613 555 0187', notes: 'New brakes, please.' };
  for (let sent = 0; sent < 2; sent += 1)
    expect(await page('/contact', form)).toMatchObject({ status: 303, location: '/thanks' });
  const { body } = await shop.read.get('/leads');
  expect(body.data).toMatchObject([{ name: 'Robin Hale', phone: '+16135550187', source: 'website' }]);
});

test('a visitor is told what is wrong, and keeps what was written', async () => {
  const { status, html } = await page('/contact', { key: 'a-form-of-a-test', name: 'Robin Hale', phone: 'none', notes: '' });
  expect(status).toBe(422);
  expect(html).toContain('<p role="alert">phone: ');
  expect(html).toContain('value="Robin Hale"');
});

test('other pages are not there, and a service that is unknown is no fault of the visitor', async () => {
  expect((await page('/admin')).status).toBe(404);
  expect(await page('/times?service=unknown')).toMatchObject({ status: 503, html: expect.stringContaining('Please call us.') });
});
