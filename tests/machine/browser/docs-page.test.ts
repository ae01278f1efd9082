import type { Browser, Page } from 'playwright-core';
import { CLIENT_NAMES } from '../../../adapters/http/connect/clients.js';
import { endpointsOf } from '../../../adapters/http/endpoint.js';
import { launchBrowser } from '../../support/browser.js';
import { eventCatalogue, operations } from '../../support/registry.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

describe('the docs page in a browser', () => {
  let service: TestService;
  let shop: TestShop;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let requested: string[];

  beforeAll(async () => {
    service = await sharedTestService();
    shop = await service.shop({ name: 'Northside Auto Care' });
    browser = await launchBrowser();
  });

  beforeEach(async () => {
    complaints = [];
    requested = [];
    page = await browser.newPage({ viewport: { width: 1280, height: 1600 } });
    // Chromium also reports a violation of the content security policy as an error on the console.
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => requested.push(request.url()));
  });

  async function openOperations(): Promise<void> {
    await page.goto(`${service.url}/docs`);
    await page.locator('.opblock').first().waitFor();
  }

  afterEach(() => page.close());

  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  it('loads without an error and without a request to another host', async () => {
    await openOperations();
    expect(complaints).toEqual([]);
    const elsewhere = requested.filter((url) => !url.startsWith('data:') && new URL(url).origin !== service.url);
    expect(elsewhere).toEqual([]);
    expect(requested).toContain(`${service.url}/api/v1/openapi.json`);
  });

  it('lists every endpoint of the registry and every kind of event', async () => {
    await openOperations();
    const listed = await page.locator('.opblock-summary-operation-id').allTextContents();
    const visible = listed.map((id) => id.replaceAll('\u200b', ''));
    const expected = endpointsOf(operations).map(({ operationId }) => operationId);
    const events = eventCatalogue.published.map(({ kind }) => `events.${kind}`);
    expect(visible.sort()).toEqual([...expected, ...events, 'openapi.read'].sort());
  });

  it('opens an operation with a body, and the schemas, without an error', async () => {
    await openOperations();
    const change = page.locator('.opblock', { hasText: 'tasks.change' });
    await change.locator('.opblock-summary-control').click();
    await change.getByText('Schema', { exact: true }).first().click();
    await change.getByText('remove_due_date', { exact: true }).first().waitFor();
    await page.locator('.models-control').click();
    await page.locator('.json-schema-2020-12', { hasText: 'LeadTimelineEntry' }).first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows without a script how to connect an assistant', async () => {
    const bare = await browser.newPage({ javaScriptEnabled: false });
    await bare.goto(`${service.url}/docs`);
    await bare.getByRole('link', { name: 'Connect an assistant' }).click();
    await bare.getByRole('heading', { name: 'Connect an assistant' }).waitFor();
    expect(await bare.locator('pre').first().textContent()).toContain(`'https://shop.example/api/mcp?names=underscore'`);
    expect(await bare.locator('section').count()).toBe(CLIENT_NAMES.length);
    await bare.close();
    await page.goto(`${service.url}/docs/mcp`);
    expect(complaints).toEqual([]);
  });

  it('calls GET /me with the typed key, and shows the shop', async () => {
    await openOperations();
    await page.locator('.auth-wrapper .authorize').first().click();
    await page.locator('.modal-ux input').fill(shop.read.token ?? '');
    await page.locator('.modal-ux .auth-btn-wrapper .authorize').click();
    await page.locator('.modal-ux .btn-done').click();
    const me = page.locator('.opblock', { hasText: 'account.read' });
    await me.locator('.opblock-summary-control').click();
    await me.getByRole('button', { name: 'Try it out' }).click();
    await me.getByRole('button', { name: 'Execute' }).click();
    const live = me.locator('.live-responses-table');
    await live.waitFor();
    expect(await live.locator('.response .response-col_status').first().textContent()).toContain('200');
    expect(await live.locator('.response .response-col_description').first().textContent()).toContain('Northside Auto Care');
    expect(complaints).toEqual([]);
  });
});
