// The baseline: a server as an expert would write it by hand, for the measured requests only. It uses node:http, a pool of pg
// with named statements, and keys in a map. Rows stay text, and their JSON is put together by hand. It gives the same headers and
// answers as the service. It checks the key, but it has no validation, no other gates, no log and no error handling.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { v7 } from 'uuid';
import {
  causeOf,
  countedTexts,
  readJson,
  rows,
  send,
  sendChanges,
  sendCounted,
  sendItems,
  sendOne,
  sendPage,
  texts,
  toInstant,
} from './baseline-answers.mjs';
import { receiveText, TEXT_IN } from './baseline-texts.mjs';
import { writeOf } from './baseline-writes.mjs';

const { TOKEN, SHOP } = process.env;
const { id: shop, name, timezone, country, currency } = JSON.parse(SHOP);
const liveKey = { id: randomUUID(), shop, name, timezone, country, currency, scope: 'full', expiresAt: null, left: 1e9 };
const keys = new Map([[`Bearer ${TOKEN}`, liveKey]]);
const LEAD_PATH = '/api/v1/leads/';

createServer(async (request, response) => {
  if (request.url === TEXT_IN) return receiveText(request, response);
  const key = keys.get(request.headers.authorization);
  if (!key) return response.writeHead(401).end();
  const [path, query = ''] = request.url.split('?');
  const write = request.method === 'GET' ? undefined : writeOf(request);
  if (write) return write(request, response, key);
  const search = new URLSearchParams(query);
  if (path.startsWith(LEAD_PATH)) return answerLead(request, response, key, path.slice(LEAD_PATH.length));
  switch (path) {
    case '/api/v1/me':
      return sendMe(response, key);
    case '/api/v1/leads':
      return request.method === 'POST' ? createLead(request, response, key) : listLeads(response, key, search);
    case '/api/v1/tasks':
      return sendCounted(response, key, countedTexts('TASKS', [key.shop, 25, 0]));
    case '/api/v1/services/list':
      return listServices(request, response, key);
    default:
      return response.writeHead(404).end();
  }
}).listen(0, '127.0.0.1', function listening() {
  process.stdout.write(`http://127.0.0.1:${this.address().port}\n`);
});

function sendMe(response, key) {
  const { id: keyId, shop: id, name, timezone, country, currency, scope, expiresAt } = key;
  const shown = { id: keyId, name: 'workshop', scope, expires_at: expiresAt };
  const me = { shop: { id, name, timezone, country, currency }, key: shown };
  return sendOne(response, key, JSON.stringify(me));
}

function listLeads(response, key, search) {
  const [after, status, since] = ['cursor', 'status', 'updated_since'].map((name) => search.get(name));
  const limit = Number(search.get('limit') ?? 25);
  if (since !== null) return listChanges(response, key, since, limit);
  if (status !== null) return sendPage(response, key, texts('LEADS_WITH', [key.shop, status, limit + 1]), limit);
  if (after === null) return sendPage(response, key, texts('LEADS', [key.shop, limit + 1]), limit);
  const [at, id] = Buffer.from(after, 'base64url').toString().split(' ');
  return sendPage(response, key, texts('LEADS_AFTER', [key.shop, at, id, limit + 1]), limit);
}

async function listChanges(response, key, since, limit) {
  const [{ end }] = await rows('CHANGES_END', []);
  return sendChanges(response, key, texts('LEADS_CHANGED', [key.shop, since, end, limit + 1]), limit);
}

async function listServices(request, response, key) {
  const { q } = await readJson(request);
  return sendItems(response, key, countedTexts('SERVICES_FOUND', [key.shop, 50, 0, `%${q}%`]));
}

async function answerLead(request, response, key, id) {
  if (request.method === 'PATCH') return patchLead(request, response, key, id);
  const { found, json } = await texts('LEAD', [key.shop, id]);
  return sendOne(response, key, json(found[0]));
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
    updated_at: now,
    external_id: null,
    metadata: {},
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
