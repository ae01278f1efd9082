// The baseline's database and its answers, which have the same headers as the service's.
import { hash, randomUUID } from 'node:crypto';
import pg from 'pg';
import * as sql from './baseline-sql.mjs';

const { BOOL, INT2, INT4, INT8, NUMERIC, TIMESTAMPTZ, UUID, JSON: JSON_OID, JSONB } = pg.types.builtins;

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  options: '-c timezone=UTC -c datestyle=ISO -c plan_cache_mode=force_generic_plan',
});

/** Runs a prepared statement, and returns its rows as objects. @param statement its name in baseline-sql.mjs, or `{ name, text }` */
export async function rows(statement, values) {
  return (await pool.query({ ...named(statement), values })).rows;
}

function named(statement) {
  return typeof statement === 'string' ? { name: statement, text: sql[statement] } : statement;
}

/** `length`: pg takes `types` for the types of the parameters, too, of which there are none. */
const AS_WRITTEN = { length: 0, getTypeParser: () => (text) => text };
const asWritten = (text) => text;
const quoted = (text) => `"${text}"`;
/** The way from PostgreSQL's text to JSON, by the OID of the type. All other types become strings. */
const JSON_OF = new Map([
  [BOOL, (text) => (text === 't' ? 'true' : 'false')],
  [NUMERIC, (text) => String(Number(text))],
  ...[INT2, INT4, INT8, JSON_OID, JSONB].map((oid) => [oid, asWritten]),
  [TIMESTAMPTZ, (text) => quoted(toInstant(text))],
  [UUID, quoted],
]);
const writers = new Map();

/** `2026-11-21 09:30:00.12+00`, as a session in UTC writes a timestamptz(3), becomes `2026-11-21T09:30:00.120Z`. */
export function toInstant(text) {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, text.indexOf('+', 19)).padEnd(3, '0')}Z`;
}

/** Runs a prepared statement whose rows become JSON without ever being objects. Columns in `apart` stay out of the JSON. */
export async function texts(statement, values, apart = []) {
  const { name, text } = named(statement);
  const { rows: found, fields } = await pool.query({ name, text, values, rowMode: 'array', types: AS_WRITTEN });
  let writer = writers.get(name);
  if (!writer) writers.set(name, (writer = writerOf(fields, apart)));
  return { found, at: writer.at, json: writer.json };
}

/** The first row of a record with its version, which stays out of the JSON. */
export async function firstOf(statement, values) {
  const { found, at, json } = await texts(statement, values, ['version']);
  return { row: found[0], at, json };
}

function writerOf(fields, apart) {
  const at = Object.fromEntries(fields.map(({ name }, place) => [name, place]));
  const shown = fields
    .map(({ name, dataTypeID }, place) => ({ name, place, write: JSON_OF.get(dataTypeID) ?? JSON.stringify }))
    .filter(({ name }) => !apart.includes(name))
    .map(({ name, place, write }, index) => ({ key: `${index > 0 ? ',' : ''}"${name}":`, place, write }));
  const json = (row) => {
    let text = '{';
    for (const { key, place, write } of shown) text += key + (row[place] === null ? 'null' : write(row[place]));
    return `${text}}`;
  };
  return { at, json };
}

export function send(response, status, key, body, extra) {
  key.left -= 1;
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': extra?.etag ? 'private, no-cache' : 'no-store',
    'x-request-id': extra?.['x-request-id'] ?? randomUUID(),
    ratelimit: `"requests";r=${key.left};t=60`,
    'ratelimit-policy': '"requests";q=1000000000;w=60',
    ...extra,
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** @param data the record as JSON */
export function sendOne(response, key, data) {
  const body = `{"data":${data}}`;
  send(response, 200, key, body, { etag: `"${hash('sha1', body, 'base64url')}"` });
}

export async function sendPage(response, key, list, limit) {
  const { found, at, json } = await list;
  const page = found.length > limit ? found.slice(0, limit) : found;
  const last = page.at(-1);
  const next =
    found.length > limit ? `"${Buffer.from(`${toInstant(last[at.created_at])} ${last[at.id]}`).toString('base64url')}"` : 'null';
  send(response, 200, key, `{"data":[${page.map(json)}],"meta":{"next_cursor":${next}}}`);
}

export async function sendChanges(response, key, list, limit) {
  const { found, at, json } = await list;
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const next = last ? Buffer.from(`${toInstant(last[at.updated_at])} ${last[at.id]}`).toString('base64url') : '';
  send(response, 200, key, `{"data":[${page.map(json)}],"meta":{"next_cursor":"${next}","more":${found.length > limit}}}`);
}

/** The statement of a list with its total, whose rows begin with the total. */
export function countedTexts(name, values) {
  return texts(name, values, ['total']);
}

/** Sends the list of a capability. */
export async function sendItems(response, key, list) {
  const { items, totals } = await counted(list);
  send(response, 200, key, `{"data":{"items":${items},${totals}}}`);
}

/** Sends the first page of a REST list with its total. */
export async function sendCounted(response, key, list) {
  const { items, totals } = await counted(list);
  send(response, 200, key, `{"data":${items},"meta":{${totals}}}`);
}

async function counted(list) {
  const { found, at, json } = await list;
  const total = Number(found[0][at.total]);
  const next = total > found.length ? found.length : 'null';
  return { items: `[${found.map(json)}]`, totals: `"total":${total},"omitted":${total - found.length},"next_offset":${next}` };
}

export async function readJson(request) {
  return JSON.parse(await readText(request));
}

export async function readText(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

export function causeOf(operation, request_id, key) {
  return { operation, request_id, key_id: key.id, user_id: null, automation_id: null, event_id: null, operator: null };
}
