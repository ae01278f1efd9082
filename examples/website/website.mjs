import { randomUUID } from 'node:crypto';
import { ShopOperationsError } from 'shop-operations-client';
import { lead, menu, thanks, times, trouble } from './pages.mjs';

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_BYTES = 20_000;

/**
 * The website of a shop, for `http.createServer`. The key of the shop stays in this server: no visitor sees it.
 * @param shop the client of the shop
 * @param now the present time, for tests
 */
export function website(shop, now = () => new Date()) {
  const pages = {
    'GET /': async () => menu(await shop.services.list({ active_only: true, bookable_only: true }).all({ max: 200 })),
    'GET /times': (query) => freeTimes(shop, query, now()),
    // The key of the form makes one lead of two clicks.
    'GET /contact': () => lead({ key: randomUUID() }),
    'POST /contact': (form) => newLead(shop, form),
    'GET /thanks': () => thanks(),
  };
  return async (request, response) => {
    const url = new URL(request.url, 'http://website');
    try {
      const page = pages[`${request.method} ${url.pathname}`];
      const given = Object.fromEntries(request.method === 'POST' ? new URLSearchParams(await bodyOf(request)) : url.searchParams);
      send(response, page ? await page(given) : { ...trouble('There is no such page.'), status: 404 });
    } catch (error) {
      process.stderr.write(`${request.url}: ${error.message}\n`);
      send(response, { ...trouble('The shop cannot be reached. Please call us.'), status: 503 });
    }
  };
}

async function freeTimes(shop, { service = '' }, now) {
  const { name } = await shop.services.get({ id: service });
  const to = new Date(now.getTime() + 7 * DAY_MS);
  const { slots } = await shop.booking.availability({ service_ids: [service], from: now.toISOString(), to: to.toISOString() });
  return times(name, slots);
}

async function newLead(shop, { key, name, phone, notes }) {
  try {
    await shop.leads.create({ name, phone, notes, source: 'website' }, { idempotencyKey: key });
    return { status: 303, location: '/thanks' };
  } catch (error) {
    if (!(error instanceof ShopOperationsError) || error.code !== 'validation_error') throw error;
    // Other values are another call, so they need another key.
    return { ...lead({ key: randomUUID(), name, phone, notes, problem: error.message }), status: 422 };
  }
}

async function bodyOf(request) {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) {
    body += chunk;
    if (body.length > MOST_BYTES) throw new Error('the form is too large');
  }
  return body;
}

function send(response, { status = 200, location, html = '' }) {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; form-action 'self'",
    ...(location && { location }),
  });
  response.end(html);
}
