// The baseline: a server as an expert would write it by hand, for the measured requests only. It uses node:http, prepared
// statements and keys in a map, and gives the same headers and answers as the service. It checks the key, but it has no
// validation, no other gates, no log and no error handling.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { v7 } from 'uuid';
import { causeOf, readJson, rows, send, sendCounted, sendItems, sendOne, sendPage } from './baseline-answers.mjs';
import { sendFreeTimes } from './baseline-booking.mjs';
import { listCalls } from './baseline-calls.mjs';
import { listMessages, listThreads, receiveText, sendText, threadItems } from './baseline-inbox.mjs';
import { linkRecording } from './baseline-media.mjs';
import { emptyTool } from './empty-tool.mjs';

const { TOKEN, SHOP } = process.env;
const { id: shop, name, timezone, country, currency } = JSON.parse(SHOP);
const liveKey = { id: randomUUID(), shop, name, timezone, country, currency, scope: 'full', expiresAt: null, left: 1e9 };
const keys = new Map([[`Bearer ${TOKEN}`, liveKey]]);

const SHOWN_AS = { lead: 'scheduled', scheduled: 'scheduled', completed: 'completed', canceled: 'canceled' };

async function sendDiary(response, key) {
  const now = Date.now();
  const [from, to] = [now, now + 7 * 86_400_000].map((ms) => new Date(ms).toISOString());
  const found = await rows('APPOINTMENTS', [key.shop, from, to, 26]);
  const data = found.slice(0, 25).map(({ id, job_id, number, title, starts_at, ends_at, stage, ...rest }) => ({
    id,
    job_id,
    number,
    title,
    starts_at,
    ends_at,
    status: SHOWN_AS[stage] ?? 'in_progress',
    stage,
    ...rest,
  }));
  const next =
    found.length > 25 ? Buffer.from(`${data.at(-1).starts_at} ${data.at(-1).id} ${from} ${to}`).toString('base64url') : null;
  send(response, 200, key, JSON.stringify({ data, meta: { next_cursor: next } }));
}

function sendTasks(response, key, found, offset) {
  const now = new Date().toISOString();
  for (const task of found) task.overdue = task.status === 'open' && task.due_at !== null && task.due_at < now;
  sendCounted(response, key, found, offset);
}

async function createLead(request, response, key) {
  const { name, email, phone } = await readJson(request);
  const now = new Date().toISOString();
  const [first, last] = name.split(' ');
  const lead = {
    id: v7(),
    name,
    email,
    phone,
    source: 'api',
    status: 'new',
    assigned_to: null,
    next_followup_at: now,
    created_at: now,
  };
  const requestId = randomUUID();
  const cause = causeOf('leads.create', requestId, key);
  const events = JSON.stringify([{ id: v7(), type: 'lead.created', created_at: now, data: lead, cause }]);
  await rows('CREATE_LEAD', [key.shop, lead.id, first, last, email, phone, 'api', 'new', now, now, events]);
  send(response, 201, key, JSON.stringify({ data: lead }), { location: `/api/v1/leads/${lead.id}`, 'x-request-id': requestId });
}

async function patchLead(request, response, key, id) {
  const { next_followup_at } = await readJson(request);
  const [before] = await rows('LEAD_VERSION', [key.shop, id]);
  const { version, ...lead } = before;
  const now = new Date().toISOString();
  const after = { ...lead, next_followup_at };
  const previous = { next_followup_at: lead.next_followup_at };
  const requestId = randomUUID();
  const cause = causeOf('leads.update', requestId, key);
  const events = JSON.stringify([{ id: v7(), type: 'lead.updated', created_at: now, data: { ...after, previous }, cause }]);
  await rows('PATCH_LEAD', [key.shop, id, version, next_followup_at, events]);
  send(response, 200, key, JSON.stringify({ data: after }), { 'x-request-id': requestId });
}

createServer(async (request, response) => {
  if (request.url === '/providers/twilio/messages') return receiveText(request, response);
  const key = keys.get(request.headers.authorization);
  if (!key) return response.writeHead(401).end();
  const [path, query = ''] = request.url.split('?');
  if (path === '/api/v1/me') {
    const { shop: id, name, timezone, country, currency, scope, expiresAt } = key;
    return sendOne(response, key, { shop: { id, name, timezone, country, currency }, key: { scope, expires_at: expiresAt } });
  }
  if (path === '/api/mcp') return emptyTool(response, await readJson(request));
  const search = new URLSearchParams(query);
  if (path === '/api/v1/leads' && request.method === 'POST') return createLead(request, response, key);
  if (path.startsWith('/api/v1/leads/')) {
    const id = path.slice('/api/v1/leads/'.length);
    if (request.method === 'PATCH') return patchLead(request, response, key, id);
    return sendOne(response, key, (await rows('LEAD', [key.shop, id]))[0]);
  }
  if (path === '/api/v1/leads') {
    const after = search.get('cursor');
    if (after === null) return sendPage(response, key, await rows('LEADS', [key.shop, 26]), 25);
    const [at, id] = Buffer.from(after, 'base64url').toString().split(' ');
    return sendPage(response, key, await rows('LEADS_AFTER', [key.shop, at, id, 26]), 25);
  }
  if (path.endsWith('/recording')) return linkRecording(response, key, path.split('/')[4]);
  if (path === '/api/v1/calls') return listCalls(response, key, search);
  if (path === '/api/v1/conversations') return listThreads(response, key, search);
  if (path === '/api/v1/messages' && request.method === 'POST') return sendText(request, response, key);
  if (path === '/api/v1/messages') return listMessages(response, key, search);
  if (path === '/api/v1/comms/list_conversations') return readJson(request).then(() => threadItems(response, key));
  if (path === '/api/v1/jobs') return sendPage(response, key, await rows('JOBS', [key.shop, 26]), 25);
  if (path === '/api/v1/invoices') return sendPage(response, key, await rows('INVOICES', [key.shop, 26]), 25);
  if (path === '/api/v1/appointments') return sendDiary(response, key);
  if (path === '/api/v1/services/list')
    return readJson(request).then(async () => sendItems(response, key, await rows('SERVICES', [key.shop, 50, 0])));
  if (path === '/api/v1/reviews/list')
    return readJson(request).then(async () => sendItems(response, key, await rows('REVIEWS', [key.shop, 25, 0])));
  if (path === '/api/v1/booking/availability') return sendFreeTimes(request, response, key);
  if (path === '/api/v1/vehicles')
    return sendPage(response, key, await rows('VEHICLES_BY_VIN', [key.shop, search.get('vin'), 26]), 25);
  const offset = Number(search.get('offset') ?? 0);
  const assignee = search.get('assigned_to');
  if (assignee === null) return sendTasks(response, key, await rows('TASKS', [key.shop, 25, offset]), offset);
  const buckets = ['open', 'done', 'canceled'].map((status) => `${status}:${assignee}`);
  return sendTasks(response, key, await rows('TASKS_OF', [key.shop, 25, offset, assignee, buckets]), offset);
}).listen(0, '127.0.0.1', function listening() {
  process.stdout.write(`http://127.0.0.1:${this.address().port}\n`);
});
