// The baseline: a server as an expert would write it by hand, for the measured requests only. It uses node:http, prepared
// statements on four pipelined connections, and keys in a map. Rows stay text, and their JSON is put together by hand. It gives
// the same headers and answers as the service. It checks the key, but it has no validation, no other gates, no log and no error
// handling.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { v7 } from 'uuid';
import {
  causeOf,
  countedTexts,
  readJson,
  rows,
  send,
  sendCounted,
  sendItems,
  sendOne,
  sendPage,
  texts,
} from './baseline-answers.mjs';
import { toInstant } from '../dist/adapters/persistence/connection/values.js';
import { sendFreeTimes } from './baseline-booking.mjs';
import { listCalls } from './baseline-calls.mjs';
import { listMessages, listThreads, receiveText, sendText, threadItems } from './baseline-inbox.mjs';
import { linkRecording } from './baseline-media.mjs';
import { sendFeed, sendRecord, sendThread } from './baseline-records.mjs';
import { callTool } from './baseline-tools.mjs';

const { TOKEN, SHOP } = process.env;
const { id: shop, name, timezone, country, currency } = JSON.parse(SHOP);
const liveKey = { id: randomUUID(), shop, name, timezone, country, currency, scope: 'full', expiresAt: null, left: 1e9 };
const keys = new Map([[`Bearer ${TOKEN}`, liveKey]]);

async function sendDiary(response, key) {
  const now = Date.now();
  const [from, to] = [now, now + 7 * 86_400_000].map((ms) => new Date(ms).toISOString());
  const { found, at, json } = await texts('APPOINTMENTS', [key.shop, from, to, 26]);
  const page = found.slice(0, 25);
  const last = page.at(-1);
  const next =
    found.length > 25
      ? `"${Buffer.from(`${toInstant(last[at.starts_at])} ${last[at.id]} ${from} ${to}`).toString('base64url')}"`
      : 'null';
  send(response, 200, key, `{"data":[${page.map(json)}],"meta":{"next_cursor":${next}}}`);
}

async function createLead(request, response, key) {
  const { name, email, phone } = await readJson(request);
  const now = new Date().toISOString();
  const [first, last] = name.split(' ');
  const id = v7();
  const lead = JSON.stringify({
    id,
    name,
    email,
    phone,
    source: 'api',
    status: 'new',
    assigned_to: null,
    next_followup_at: now,
    created_at: now,
  });
  const found = [first, last, email, phone].map((text) => ` ${text.toLowerCase()}`).join('\n');
  const requestId = randomUUID();
  const cause = JSON.stringify(causeOf('leads.create', requestId, key));
  await rows('CREATE_LEAD', [key.shop, id, first, last, email, phone, 'api', 'new', now, now, v7(), lead, cause, found]);
  send(response, 201, key, `{"data":${lead}}`, { location: `/api/v1/leads/${id}`, 'x-request-id': requestId });
}

async function patchLead(request, response, key, id) {
  const { next_followup_at: after } = await readJson(request);
  const { found, at, json } = await texts('LEAD_VERSION', [key.shop, id], ['version']);
  const [row] = found;
  const before = row[at.next_followup_at];
  row[at.next_followup_at] = after;
  const lead = json(row);
  const requestId = randomUUID();
  const cause = JSON.stringify(causeOf('leads.update', requestId, key));
  const data = `${lead.slice(0, -1)},"previous":{"next_followup_at":${before === null ? 'null' : `"${toInstant(before)}"`}}}`;
  const now = new Date().toISOString();
  await rows('PATCH_LEAD', [key.shop, id, row[at.version], after, now, v7(), data, cause]);
  send(response, 200, key, `{"data":${lead}}`, { 'x-request-id': requestId });
}

createServer(async (request, response) => {
  if (request.url === '/providers/twilio/messages') return receiveText(request, response);
  const key = keys.get(request.headers.authorization);
  if (!key) return response.writeHead(401).end();
  const [path, query = ''] = request.url.split('?');
  if (path === '/api/v1/me') {
    const { shop: id, name, timezone, country, currency, scope, expiresAt } = key;
    const me = { shop: { id, name, timezone, country, currency }, key: { scope, expires_at: expiresAt } };
    return sendOne(response, key, JSON.stringify(me));
  }
  if (path === '/api/mcp') return callTool(response, key, await readJson(request));
  const search = new URLSearchParams(query);
  if (path === '/api/v1/leads' && request.method === 'POST') return createLead(request, response, key);
  if (path.startsWith('/api/v1/leads/')) {
    const id = path.slice('/api/v1/leads/'.length);
    if (request.method === 'PATCH') return patchLead(request, response, key, id);
    return sendRecord(response, key, 'LEAD', id);
  }
  if (path === '/api/v1/leads') {
    const [after, status] = [search.get('cursor'), search.get('status')];
    if (status !== null) return sendPage(response, key, texts('LEADS_WITH', [key.shop, status, 26]));
    if (after === null) return sendPage(response, key, texts('LEADS', [key.shop, 26]));
    const [at, id] = Buffer.from(after, 'base64url').toString().split(' ');
    return sendPage(response, key, texts('LEADS_AFTER', [key.shop, at, id, 26]));
  }
  if (path.endsWith('/recording')) return linkRecording(response, key, path.split('/')[4]);
  if (path === '/api/v1/calls') return listCalls(response, key, search);
  if (path.startsWith('/api/v1/calls/')) return sendRecord(response, key, 'CALL', path.slice('/api/v1/calls/'.length));
  if (path === '/api/v1/conversations') return listThreads(response, key, search);
  if (path.startsWith('/api/v1/conversations/')) return sendThread(response, key, path.slice('/api/v1/conversations/'.length));
  if (path === '/api/v1/messages' && request.method === 'POST') return sendText(request, response, key);
  if (path === '/api/v1/messages') return listMessages(response, key, search);
  if (path === '/api/v1/comms/list_conversations') return readJson(request).then(() => threadItems(response, key));
  if (path === '/api/v1/jobs') return sendPage(response, key, texts('JOBS', [key.shop, 26]));
  if (path === '/api/v1/invoices') return sendPage(response, key, texts('INVOICES', [key.shop, 26]));
  if (path.startsWith('/api/v1/jobs/')) return sendRecord(response, key, 'JOB', path.slice('/api/v1/jobs/'.length));
  if (path === '/api/v1/quotes') return sendPage(response, key, texts('QUOTES', [key.shop, 26]));
  if (path === '/api/v1/customers') return sendPage(response, key, texts('CUSTOMERS', [key.shop, 26]));
  if (path.startsWith('/api/v1/customers/'))
    return sendRecord(response, key, 'CUSTOMER', path.slice('/api/v1/customers/'.length));
  if (path === '/api/v1/events') return sendFeed(response, key, search);
  if (path === '/api/v1/appointments') return sendDiary(response, key);
  if (path === '/api/v1/services/list')
    return readJson(request).then(({ q }) => {
      const found = q ? countedTexts('SERVICES_FOUND', [key.shop, 50, 0, `%${q}%`]) : countedTexts('SERVICES', [key.shop, 50, 0]);
      return sendItems(response, key, found);
    });
  if (path === '/api/v1/reviews/list')
    return readJson(request).then(() => sendItems(response, key, countedTexts('REVIEWS', [key.shop, 25, 0])));
  if (path === '/api/v1/booking/availability') return sendFreeTimes(request, response, key);
  if (path === '/api/v1/vehicles') return sendPage(response, key, texts('VEHICLES_BY_VIN', [key.shop, search.get('vin'), 26]));
  const offset = Number(search.get('offset') ?? 0);
  const assignee = search.get('assigned_to');
  if (assignee === null) return sendCounted(response, key, countedTexts('TASKS', [key.shop, 25, offset]), offset);
  const buckets = ['open', 'done', 'canceled'].map((status) => `${status}:${assignee}`);
  return sendCounted(response, key, countedTexts('TASKS_OF', [key.shop, 25, offset, assignee, buckets]), offset);
}).listen(0, '127.0.0.1', function listening() {
  process.stdout.write(`http://127.0.0.1:${this.address().port}\n`);
});
