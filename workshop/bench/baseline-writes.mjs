// The baseline's writes of other records than leads, with their SQL. Each reads what it needs and writes record, count and event in one
// statement, as the service does.
import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { causeOf, firstOf, readJson, rows, send } from './baseline-answers.mjs';
import { change, event, THREAD_COLUMNS } from './baseline-sql.mjs';
import { sendText } from './baseline-texts.mjs';

const API = '/api/v1';
const count = (list, buckets, deltas) => `counted as (
    insert into record_counts as c (shop_id, list, bucket, slot, n)
    select $1, '${list}', d.bucket, 0, d.delta from stored, unnest(${buckets}::text[], ${deltas}::bigint[]) as d (bucket, delta)
    order by d.bucket collate "C"
    on conflict (shop_id, list, bucket, slot) do update set n = c.n + excluded.n
  )`;
const read = (table, columns) => `select ${columns}, t.version from ${table} t where t.shop_id = $1 and t.id = $2`;

const SQL = {
  CREATE_TASK: `with stored as (
      insert into tasks (shop_id, id, title, status, priority, created_at, version) values ($1, $2, $7, 'open', 'normal', $3, 1) returning 1
    ), ${count('tasks', `'{open:-}'`, `'{1}'`)} ${event('task.created')}`,
  CREATE_CUSTOMER: `with stored as (
      insert into customers (shop_id, id, name, email, tags, is_vip, consent_source, created_at, search_text, version)
      values ($1, $2, $7, $8, '{}', false, 'none', $3, $9, 1) returning 1
    ), ${count('customers', `'{other}'`, `'{1}'`)} ${event('customer.created')}`,
  CUSTOMER: read(
    'customers',
    't.id, t.name, t.email, t.phone, t.city, t.region, t.postal_code, to_json(t.tags) as tags, t.is_vip, t.created_at, t.updated_at, t.external_id, t.metadata',
  ),
  CHANGE_CUSTOMER: `with ${change('customers', 'city = $8')} ${event('customer.updated')}`,
  THREAD: read('conversations', THREAD_COLUMNS),
  PIN_THREAD: `with ${change('conversations', 'pinned = $8')} ${event('conversation.updated')}`,
  JOB: read(
    'jobs',
    `t.id, t.number, t.title, t.customer_id, t.vehicle_id, t.stage, t.assignee_id, t.scheduled_start, t.scheduled_end, t.actual_start,
    t.actual_end, t.location_address, t.created_at, t.updated_at, t.external_id, t.metadata`,
  ),
  MOVE_JOB: `with ${change('jobs', 'stage = $8')}, ${count('jobs', '$9', '$10')} ${event('job.stage_changed')}`,
};

/** Returns the function that answers a write; undefined: it is none of these. */
export function writeOf({ method, url }) {
  const [, , , room, id] = url.split('/');
  if (method === 'POST' && url === `${API}/tasks`) return createTask;
  if (method === 'POST' && url === `${API}/customers`) return createCustomer;
  if (method === 'POST' && url === `${API}/messages`) return sendText;
  if (id === undefined) return undefined;
  if (method === 'PATCH' && room === 'customers') return (...given) => patchCustomer(...given, id);
  if (method === 'PATCH' && room === 'jobs') return (...given) => moveJob(...given, id);
  if (method === 'POST' && room === 'conversations') return (...given) => pinThread(...given, id);
  return undefined;
}

async function createTask(request, response, key) {
  const { title } = await readJson(request);
  const now = new Date().toISOString();
  const task = {
    ...{ id: v7(), title, notes: null, status: 'open', priority: 'normal', due_at: null, overdue: false, completed_at: null },
    ...{ created_at: now, updated_at: now, external_id: null, metadata: {}, conversation: null, conversation_label: null },
    ...{ customer_id: null, job_id: null, message_id: null, assigned_to: null, assignee_name: null },
  };
  await created(response, key, 'CREATE_TASK', 'tasks', task, now, [title]);
}

async function createCustomer(request, response, key) {
  const { name, email } = await readJson(request);
  const now = new Date().toISOString();
  const customer = {
    ...{ id: v7(), name, email, phone: null, city: null, region: null, postal_code: null, tags: [], is_vip: false },
    ...{ created_at: now, updated_at: now, external_id: null, metadata: {} },
  };
  const found = [name, email].map((text) => ` ${text.toLowerCase()}`).join('\n');
  await created(response, key, 'CREATE_CUSTOMER', 'customers', customer, now, [name, email, found]);
}

async function created(response, key, name, room, record, now, more) {
  const requestId = randomUUID();
  const cause = JSON.stringify(causeOf(`${room}.create`, requestId, key));
  const json = JSON.stringify(record);
  await run(name, [key.shop, record.id, now, v7(), json, cause, ...more]);
  send(response, 201, key, `{"data":${json}}`, { location: `${API}/${room}/${record.id}`, 'x-request-id': requestId });
}

async function patchCustomer(request, response, key, id) {
  const { city } = await readJson(request);
  const { row, at, json } = await found('CUSTOMER', key, id);
  row[at.city] = city;
  await changed(response, key, 'CHANGE_CUSTOMER', 'customers.update', id, row[at.version], json(row), [city]);
}

async function pinThread(request, response, key, id) {
  const { pin = false } = await readJson(request);
  const { row, at, json } = await found('THREAD', key, id);
  row[at.pinned] = pin ? 't' : 'f';
  await changed(response, key, 'PIN_THREAD', 'comms.update_conversation', id, row[at.version], json(row), [pin]);
}

async function moveJob(request, response, key, id) {
  const { stage } = await readJson(request);
  const { row, at, json } = await found('JOB', key, id);
  if (row[at.stage] === stage) return send(response, 200, key, `{"data":${json(row)}}`);
  const buckets = [row[at.stage], stage].map((each) => `service:${each}:-`);
  row[at.stage] = stage;
  const counts = [buckets, [-1, 1]];
  return changed(response, key, 'MOVE_JOB', 'jobs.update', id, row[at.version], json(row), [stage, ...counts]);
}

function found(name, key, id) {
  return firstOf({ name, text: SQL[name] }, [key.shop, id]);
}

async function changed(response, key, name, operation, id, version, json, more) {
  const requestId = randomUUID();
  const cause = JSON.stringify(causeOf(operation, requestId, key));
  await run(name, [key.shop, id, new Date().toISOString(), v7(), json, cause, version, ...more]);
  send(response, 200, key, `{"data":${json}}`, { 'x-request-id': requestId });
}

function run(name, values) {
  return rows({ name, text: SQL[name] }, values);
}
