import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../support/browser.js';
import { followEvents } from '../../support/follow-events.js';
import { sharedTestService, type TestService } from '../../support/service.js';

/** A page of another origin than the service. It writes what the client has answered. */
const PAGE = `<!doctype html><title>client</title><pre></pre><script type="module">
  import { ShopOperations } from './client.js';
  const [baseUrl, key] = location.hash.slice(1).split('&').map(decodeURIComponent);
  const shop = new ShopOperations({ baseUrl, key });
  const lead = await shop.leads.create({ name: 'Dana Whitfield' }).then(({ name }) => name);
  const listed = await shop.leads.list().all({ max: 5 }).then((leads) => leads.map(({ name }) => name));
  const code = await shop.leads.create({ name: '' }).catch((error) => error.code);
  const exported = await shop.exports.read({ kind: 'leads' });
  for await (const { type, number } of shop.events.follow({ after: 0 })) {
    const isTold = number <= exported.position && exported.token !== '';
    document.querySelector('pre').textContent = JSON.stringify({ lead, listed, code, type, isTold });
    break;
  }
</script>`;

let service: TestService;
let browser: Browser;
let server: Server;

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['workshop/client/run.mjs']);
  const module = await readFile('client/dist/shop-operations.js');
  server = createServer(({ url }, response) => {
    if (url === '/client.js') response.setHeader('content-type', 'text/javascript').end(module);
    else response.setHeader('content-type', 'text/html').end(PAGE);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  [service, browser] = await Promise.all([sharedTestService(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  server.close().closeAllConnections();
  await service.stop();
});

it('the client calls, lists, exports and follows from a page', async () => {
  const shop = await service.shop();
  await shop.full.post('/leads', { name: 'Robin Hale' });
  await followEvents(service);
  const page = await browser.newPage();
  const faults: Error[] = [];
  page.on('pageerror', (error) => faults.push(error));
  const { port } = server.address() as AddressInfo;
  const given = [service.url, String(shop.full.token)].map(encodeURIComponent).join('&');
  await page.goto(`http://127.0.0.1:${port}/#${given}`);
  const told = await page.locator('pre:not(:empty)').textContent();
  expect(faults).toEqual([]);
  expect(JSON.parse(String(told))).toEqual({
    ...{ lead: 'Dana Whitfield', listed: ['Dana Whitfield', 'Robin Hale'], code: 'validation_error' },
    ...{ type: 'lead.created', isTold: true },
  });
});
