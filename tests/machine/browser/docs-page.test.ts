import type { Browser, Locator, Page } from 'playwright-core';
import { CLIENT_NAMES } from '../../../adapters/http/connect/clients.js';
import { launchBrowser } from '../../support/browser.js';
import { aCustomer, aLead } from '../../support/builders/records.js';
import { eventually } from '../../support/eventually.js';
import { eventCatalogue, operations } from '../../support/registry.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

describe('the docs page in a browser', () => {
  let service: TestService;
  let shop: TestShop;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let requested: string[];

  beforeAll(async () => {
    service = await startTestService();
    shop = await service.shop({ name: 'Northside Auto Care' });
    browser = await launchBrowser();
  });

  beforeEach(async () => {
    complaints = [];
    requested = [];
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    page = await context.newPage();
    // Chromium also reports a violation of the content security policy as an error on the console.
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => requested.push(request.url()));
  });

  afterEach(async () => {
    await page.context().close();
    expect(complaints).toEqual([]);
    expect(requested.filter((url) => new URL(url).origin !== service.url)).toEqual([]);
  });

  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  const open = (place = ''): Promise<unknown> => page.goto(`${service.url}/docs/${place}`);
  const operation = (name: string): Locator => page.locator(`[id="${name}"]`);
  const shownOperations = (): Promise<string[]> => page.locator('.op[data-try]:visible h3 a').allTextContents();
  const sampleIn = (name: string): Locator => operation(name).locator('.sample:visible pre');
  const focused = (): Promise<string> => page.evaluate<string>('document.activeElement.textContent');

  it('shows the operations first, and all of them, then the events', async () => {
    await open();
    expect((await shownOperations()).length).toBe(operations.length);
    await page.getByText('Create a lead').first().waitFor();
    const events = await page.locator('[id^="event-"].op h3 a').allTextContents();
    expect(events.sort()).toEqual(eventCatalogue.published.map(({ kind }) => kind).sort());
    const first = await page.locator('.op h3').first().boundingBox();
    expect(first?.y).toBeLessThan(900);
  });

  it('is searched and read with the keyboard alone', async () => {
    await open();
    await page.keyboard.press('/');
    await page.keyboard.type('create lead');
    expect(await shownOperations()).toContain('leads.create');
    expect(await shownOperations()).not.toContain('jobs.move');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('leads.create');
    await page.keyboard.press('Tab');
    while ((await focused()) !== 'curl') await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('Client');
    expect(await sampleIn('leads.create').first().textContent()).toContain('shop.leads.create(');
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    expect((await shownOperations()).length).toBe(operations.length);
    // The choice holds for the whole page.
    expect(await sampleIn('tasks.create').first().textContent()).toContain('shop.tasks.create(');
  });

  it('finds by words of the text what no name has, and says when nothing is found', async () => {
    await open();
    await page.fill('#search', 'normalised');
    expect((await shownOperations()).length).toBeGreaterThan(0);
    await page.fill('#search', 'no such thing anywhere');
    expect(await page.locator('#found').textContent()).toBe('0 found');
    await open('#leads.create');
    await page.locator('.side a', { hasText: 'leads.read' }).click();
    expect(await operation('leads.read').isVisible()).toBe(true);
  });

  it('copies a sample as it would be sent, with the key that was typed', async () => {
    await open();
    await page.fill('#key', shop.full.token ?? '');
    await operation('leads.create').getByRole('button', { name: 'Copy' }).first().click();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toContain(`curl -s '${service.url}/api/v1/leads'`);
    expect(copied).toContain(`-H 'Authorization: Bearer ${shop.full.token}'`);
  });

  it('tries a call with the typed key, and leads from an error to what it means', async () => {
    await open();
    await page.fill('#key', shop.full.token ?? '');
    const create = operation('leads.create');
    await create.getByRole('button', { name: 'Try it' }).click();
    await create.getByRole('button', { name: 'Send' }).click();
    await create.getByText('201 Created').waitFor();
    const [id] = /[0-9a-f-]{36}/.exec((await create.locator('.trying pre').textContent()) ?? '') ?? [];
    expect((await shop.full.get(`/leads/${id}`)).body.data.name).toBe('Dana Whitfield');
    await create.locator('textarea').fill('{}');
    // Chromium itself reports each answer of 4xx on the console.
    await create.getByRole('button', { name: 'Send' }).click();
    await create.getByText('422 Unprocessable Entity').waitFor();
    complaints.length = 0;
    await create.getByRole('link', { name: 'What validation_error means' }).click();
    await page.locator('#validation_error').waitFor();
    expect(page.url()).toBe(`${service.url}/docs/errors#validation_error`);
  });

  it('puts the id of a record of the shop in the place of the sample’s', async () => {
    const { id } = await aLead(shop.full);
    await open();
    await page.fill('#key', shop.read.token ?? '');
    const read = operation('leads.read');
    await read.getByRole('button', { name: 'Try it' }).click();
    const path = await eventually(
      () => read.locator('.trying input').inputValue(),
      (value) => value.includes(String(id)),
    );
    expect(path).toBe(`/api/v1/leads/${id}`);
    await read.getByRole('button', { name: 'Send' }).click();
    await read.getByText('200 OK').waitFor();
  });

  it('puts it into a body, too, and asks before it deletes', async () => {
    const { id } = await aCustomer(shop.full, { phone: '613 555 0142' });
    const { body } = await shop.full.post('/webhooks', { url: 'https://1.1.1.1/shop' });
    await open();
    await page.fill('#key', shop.full.token ?? '');
    const send = operation('comms.send_text');
    await send.getByRole('button', { name: 'Try it' }).click();
    await eventually(
      () => send.locator('textarea').inputValue(),
      (value) => value.includes(id),
    );
    await page.fill('#search', 'webhooks.delete');
    const remove = operation('webhooks.delete');
    await remove.getByRole('button', { name: 'Try it' }).click();
    await eventually(
      () => remove.locator('.trying input').inputValue(),
      (value) => value.endsWith(String(body.data.id)),
    );
    // Playwright answers the question of the page with no.
    await remove.getByRole('button', { name: 'Send' }).click();
    expect((await shop.full.get('/webhooks')).body.data).toMatchObject([{ id: body.data.id }]);
  });

  it('is dark where the reader wants it, and never wider than the window', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const [place, width] of [
      ['', 360],
      ['', 1280],
      ['errors', 360],
      ['mcp', 360],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await open(place);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(18, 22, 29)');
    }
  });

  it('is read without a script: the samples, the errors, and how to connect an assistant', async () => {
    const bare = await browser.newPage({ javaScriptEnabled: false });
    await bare.goto(`${service.url}/docs`);
    expect(await bare.locator('[id="leads.create"] .sample').count()).toBe(3);
    await bare.getByRole('link', { name: 'Errors', exact: true }).click();
    await bare.locator('#conflict').waitFor();
    await bare.getByRole('link', { name: 'Connect an assistant' }).click();
    await bare.getByRole('heading', { name: 'Connect an assistant' }).waitFor();
    expect(await bare.locator('pre').first().textContent()).toContain(`'https://shop.example/api/mcp?names=underscore'`);
    expect(await bare.locator('section').count()).toBe(CLIENT_NAMES.length);
    await bare.close();
  });

  it('has the key of the demo filled in, on the demo', async () => {
    const demo = await startTestService({ demoKey: shop.read.token });
    const elsewhere = await browser.newPage();
    await elsewhere.goto(`${demo.url}/docs`);
    await elsewhere.getByText('Here it is the key of the demo’s shop.').waitFor();
    expect(await elsewhere.locator('#key').inputValue()).toBe(shop.read.token);
    expect(await elsewhere.locator('.sample pre').first().textContent()).toContain(shop.read.token);
    await elsewhere.close();
    await demo.stop();
  });
});
